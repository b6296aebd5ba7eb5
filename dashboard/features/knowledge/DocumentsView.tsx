import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../api/me.ts';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { DOCUMENT_FILES } from '../../format/fileRules.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { ListPage, usePage } from '../../components/ListPage.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { collectionSource, collectionsQuery, documentsQuery, type DocumentListItem } from './api.ts';
import { documentColumns } from './columns.tsx';
import { KnowledgeLanguageButton } from './KnowledgeLanguageButton.tsx';
import { useKnowledgeOwner } from './owner.ts';
import { UploadButton } from './UploadButton.tsx';
import { useUploads } from './useUploads.ts';
import { t } from '../../language/t.ts';

const UploadList = lazyComponent(async () => (await import('./UploadList.tsx')).UploadList);
const UploadDialog = lazyComponent(async () => (await import('./UploadDialog.tsx')).UploadDialog);
const DeleteDocument = lazyComponent(async () => (await import('./DeleteDocument.tsx')).DeleteDocument);
const KnowledgeLanguageDialog = lazyComponent(
  async () => (await import('./KnowledgeLanguageDialog.tsx')).KnowledgeLanguageDialog,
);

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
  const filter = { collection_id, state: state['state'], search: state['search'] };
  const query = useQuery(documentsQuery(owner, { ...filter, ...usePage() }));
  const uploads = useUploads();
  const [toDelete, setToDelete] = useState<DocumentListItem>();
  const mayChange = may(`POST ${owner.path}/documents`);
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
          {uploads.running.length > 0 && <UploadList uploads={uploads} />}
        </>
      }
      filters={[
        { kind: 'search', name: 'search', label: t('Name') },
        { kind: 'record', name: 'collection_id', label: t('Collection'), source: collectionSource(owner) },
        { kind: 'select', name: 'state', label: t('Status'), options: STATES },
      ]}
      end={
        may('GET /knowledge/language') && (
          <KnowledgeLanguageButton onClick={mayChange ? speaking.open : undefined} />
        )
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
      {isSpeaking && <KnowledgeLanguageDialog onClose={speaking.close} />}
      {toDelete && <DeleteDocument document={toDelete} onClose={() => setToDelete(undefined)} />}
    </ListPage>
  );
}
