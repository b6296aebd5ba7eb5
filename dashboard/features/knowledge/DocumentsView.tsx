import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../api/me.ts';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { DOCUMENT_FILES } from '../../format/fileRules.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { ListPage, usePage } from '../../components/ListPage.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { collectionsQuery, documentsQuery, type KnowledgeDocument } from './api.ts';
import { documentColumns } from './columns.tsx';
import { DeleteDocument } from './DeleteDocument.tsx';
import { LanguageButton } from './LanguageButton.tsx';
import { useKnowledgeOwner } from './owner.ts';
import { UploadButton } from './UploadButton.tsx';
import { UploadList } from './UploadList.tsx';
import { useUploads } from './useUploads.ts';
import { t } from '../../language/t.ts';

const UploadDialog = lazyComponent(async () => (await import('./UploadDialog.tsx')).UploadDialog);
const LanguageDialog = lazyComponent(async () => (await import('./LanguageDialog.tsx')).LanguageDialog);

const STATES = [
  { value: 'queued', label: t('Queued') },
  { value: 'processing', label: t('Processing') },
  { value: 'ready', label: t('Ready') },
  { value: 'failed', label: t('Failed') },
];

const EMPTY: EmptyStateProps = {
  icon: 'knowledge',
  title: t('No documents yet'),
  text: t('Upload handbooks, data sheets and instructions ({kinds}). Skills and agents search them.', {
    kinds: DOCUMENT_FILES.kinds,
  }),
};

export function DocumentsView({ tabs }: { tabs: ReactNode }) {
  const may = useMay();
  const owner = useKnowledgeOwner();
  const { state } = useUrlState();
  const { collection_id } = state;
  const collections = useQuery(collectionsQuery(owner)).data?.collections ?? [];
  const query = useQuery(documentsQuery(owner, { collection_id, state: state['state'], ...usePage() }));
  const uploads = useUploads();
  const [toDelete, setToDelete] = useState<KnowledgeDocument>();
  const mayChange = may(`POST ${owner.at}/documents`);
  const collection = collections.find(({ id }) => id === collection_id)?.name;
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [isSpeaking, speaking] = useDisclosure();
  const button = mayChange && <UploadButton onFiles={setChosen} />;
  return (
    <ListPage
      title={owner.title}
      about={owner.documents}
      actions={button}
      tabs={
        <>
          {tabs}
          <UploadList uploads={uploads} />
        </>
      }
      filters={[
        {
          kind: 'select',
          name: 'collection_id',
          label: t('Collection'),
          options: collections.map(({ id, name }) => ({ value: id, label: name })),
        },
        { kind: 'select', name: 'state', label: t('State'), options: STATES },
      ]}
      end={
        may('GET /knowledge/language') && <LanguageButton onClick={mayChange ? speaking.open : undefined} />
      }
      query={query}
      columns={documentColumns(mayChange, { uploads, onDelete: setToDelete })}
      rowKey={({ id }) => id}
      empty={{ ...EMPTY, action: button }}
    >
      {chosen.length > 0 && (
        <UploadDialog
          files={chosen}
          collection={collection}
          onSend={uploads.send}
          onClose={() => setChosen([])}
        />
      )}
      {isSpeaking && <LanguageDialog onClose={speaking.close} />}
      {toDelete && <DeleteDocument document={toDelete} onClose={() => setToDelete(undefined)} />}
    </ListPage>
  );
}
