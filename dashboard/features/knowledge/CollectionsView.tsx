import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../api/me.ts';
import { ActionsMenu, type ActionItem } from '../../components/ActionsMenu.tsx';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ListPage, type Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { collectionListQuery, type Collection } from './api.ts';
import { DeleteCollection } from './DeleteCollection.tsx';
import { NewCollection } from './NewCollection.tsx';
import { useKnowledgeOwner } from './owner.ts';
import { UploadList } from './UploadList.tsx';
import { useUploads } from './useUploads.ts';
import { formatNumber } from '../../format/format.ts';
import { t } from '../../language/t.ts';

const COLUMNS: readonly Column<Collection>[] = [
  { label: t('Collection'), cell: ({ name }) => name },
  { label: t('Documents'), cell: ({ documents }) => formatNumber(documents), align: 'end' },
  { label: t('Created'), cell: ({ created_at }) => <RelativeTime time={created_at} /> },
];

const EMPTY: EmptyStateProps = {
  icon: 'bundle',
  title: t('No collections yet'),
  text: t('Collections group documents. Skills search collections, and bundles contain them.'),
};

export function CollectionsView({ tabs }: { tabs: ReactNode }) {
  const { change } = useUrlState();
  const owner = useKnowledgeOwner();
  const may = useMay();
  const query = useQuery(collectionListQuery(owner));
  const uploads = useUploads();
  const [isMaking, making] = useDisclosure();
  const [toDelete, setToDelete] = useState<Collection>();
  const show = ({ id }: Collection) => change({ view: undefined, collection_id: id }, 'push');
  const actions: Column<Collection> = {
    label: t('Actions'),
    align: 'end',
    cell: (collection) => (
      <CollectionActions
        collection={collection}
        onShow={() => show(collection)}
        onDelete={() => setToDelete(collection)}
      />
    ),
  };
  const make = may(`POST ${owner.at}/documents`) && (
    <Button onClick={making.open} leftSection={<Icon name="plus" size={16} />}>
      {t('New collection')}
    </Button>
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
