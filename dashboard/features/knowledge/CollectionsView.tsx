import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../api/me.ts';
import { CreateButton } from '../../components/CreateButton.tsx';
import { ActionsMenu, type ActionItem } from '../../components/ActionsMenu.tsx';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { ListPage, type Column, type Filter } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { collectionRowsQuery, type Collection } from './api.ts';
import { DeleteCollection } from './DeleteCollection.tsx';
import { NewCollection } from './NewCollection.tsx';
import { useKnowledgeOwner } from './owner.ts';
import { UploadList } from './UploadList.tsx';
import { useUploads } from './useUploads.ts';
import { formatNumber } from '../../format/format.ts';
import { t } from '../../language/t.ts';

const COLUMNS: readonly Column<Collection>[] = [
  { key: 'collection', label: t('Collection'), cell: ({ name }) => name },
  { key: 'documents', label: t('Documents'), cell: ({ documents }) => formatNumber(documents), align: 'end' },
  { key: 'created', label: t('Created'), cell: ({ created_at }) => <RelativeTime time={created_at} /> },
];

const EMPTY: EmptyStateProps = {
  icon: 'bundle',
  title: t('No collections yet'),
  text: t('Collections group documents. Skills search collections, and bundles contain them.'),
};

const FILTERS: readonly Filter[] = [{ kind: 'search', name: 'search', label: t('Name') }];

export function CollectionsView({ tabs }: { tabs: ReactNode }) {
  const { state, change } = useUrlState();
  const owner = useKnowledgeOwner();
  const may = useMay();
  const query = useQuery(collectionRowsQuery(owner, state['search']));
  const uploads = useUploads();
  const [isMaking, making] = useDisclosure();
  const [toDelete, setToDelete] = useState<Collection>();
  const show = ({ id }: Collection) => change({ view: undefined, collection_id: id }, 'push');
  const actions: Column<Collection> = {
    key: 'actions',
    label: t('Actions'),
    align: 'end',
    holdsActions: true,
    cell: (collection) => (
      <CollectionActions
        collection={collection}
        onShow={() => show(collection)}
        onDelete={() => setToDelete(collection)}
      />
    ),
  };
  const make = may(`POST ${owner.path}/documents`) && (
    <CreateButton label={t('New collection')} onClick={making.open} />
  );
  return (
    <ListPage
      title={owner.title}
      about={t('Groups of documents. You can delete empty collections.')}
      actions={make}
      tabs={
        <>
          {tabs}
          <UploadList uploads={uploads} />
        </>
      }
      filters={FILTERS}
      query={query}
      columns={make ? [...COLUMNS, actions] : COLUMNS}
      rowKey={({ id }) => id}
      onOpen={show}
      empty={{ ...EMPTY, action: make }}
    >
      {isMaking && <NewCollection uploads={uploads} onClose={making.close} />}
      {toDelete && <DeleteCollection collection={toDelete} onClose={() => setToDelete(undefined)} />}
    </ListPage>
  );
}

type CollectionActionsProps = { collection: Collection; onShow: () => void; onDelete: () => void };

function CollectionActions({ collection: { name, documents }, onShow, onDelete }: CollectionActionsProps) {
  const show: ActionItem = { label: t('Show documents'), icon: 'knowledge', onClick: onShow };
  const remove: ActionItem = { label: t('Delete'), icon: 'trash', isDestructive: true, onClick: onDelete };
  return <ActionsMenu of={name} actions={documents > 0 ? [show] : [show, remove]} />;
}
