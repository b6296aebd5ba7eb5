import { Alert, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { Icon } from '../../components/Icon.tsx';
import { RecordSelect } from '../../components/picker/RecordSelect.tsx';
import { Page } from '../../components/Page.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { collectionSource, knowledgeSearchQuery } from './api.ts';
import classes from './Knowledge.module.css';
import { PassageCard } from './PassageCard.tsx';
import { useKnowledgeOwner } from './owner.ts';
import { t } from '../../language/t.ts';

export function KnowledgeSearchView({ tabs }: { tabs: ReactNode }) {
  const { state, change } = useUrlState();
  const owner = useKnowledgeOwner();
  const asked = state['query'] ?? '';
  const [text, setText] = useState(asked);
  const submitSearch = (event: FormEvent) => {
    event.preventDefault();
    change({ query: text.trim() || undefined }, 'push');
  };
  return (
    <Page title={owner.title} about={owner.search}>
      {tabs}
      <form className={classes['ask']} onSubmit={submitSearch} role="search" aria-label={t('Knowledge')}>
        <TextInput
          aria-label={t('Question')}
          placeholder={t('How tight are the flange bolts?')}
          leftSection={<Icon name="search" size={16} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <RecordSelect
          source={collectionSource(owner)}
          aria-label={t('Collection')}
          placeholder={t('All collections')}
          value={state['collection_id'] ?? null}
          onChange={(next) => change({ collection_id: next ?? undefined })}
          clearable
        />
        <Button type="submit">{t('Search')}</Button>
      </form>
      <Results asked={asked} collection_id={state['collection_id']} />
    </Page>
  );
}

function Results({ asked, collection_id }: { asked: string; collection_id: string | undefined }) {
  const { data, placeholder } = useQueryData(
    useQuery(knowledgeSearchQuery(useKnowledgeOwner(), asked, collection_id)),
    <SkeletonBlock height={240} />,
  );
  if (asked === '') return <EmptyState {...ASK} />;
  if (placeholder) return placeholder;
  if (data.passages.length === 0) return <EmptyState {...NOTHING} />;
  return (
    <>
      {data.passages.every(({ is_weak }) => is_weak) && (
        <Alert color="gray" mb="md" role="status">
          {t('No passage matches well. These passages contain less than half of your question.')}
        </Alert>
      )}
      <ol className={classes['passages']} aria-label={t('Passages')}>
        {data.passages.map((passage) => (
          <li key={`${passage.document_id} ${passage.text}`}>
            <PassageCard passage={passage} />
          </li>
        ))}
      </ol>
    </>
  );
}

const ASK = {
  icon: 'search',
  title: t('Search your documents'),
  text: t('Enter a question to see the best-matching passages, with the matching words highlighted.'),
} as const;

const NOTHING = {
  icon: 'search',
  title: t('No matching passages'),
  text: t('Try fewer or other words, or upload a document on this topic.'),
} as const;
