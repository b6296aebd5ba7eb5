import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../api/me.ts';
import { DeedsMenu, type DeedItem } from '../../components/DeedsMenu.tsx';
import type { Empty } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ListPage, type Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useUrl } from '../../components/useUrl.ts';
import { collectionListQuery, type Collection } from './api.ts';
import { DeleteCollection } from './DeleteCollection.tsx';
import { NewCollection } from './NewCollection.tsx';
import { useShelf } from './shelf.ts';
import { UploadList } from './UploadList.tsx';
import { useUploads } from './useUploads.ts';

const COLUMNS: readonly Column<Collection>[] = [
  { label: 'Collection', cell: ({ name }) => name },
  { label: 'Documents', cell: ({ documents }) => documents.toLocaleString('en'), align: 'end' },
  { label: 'Made', cell: ({ created_at }) => <RelativeTime time={created_at} /> },
];

const EMPTY: Empty = {
  icon: 'bundle',
  title: 'No collections yet',
  text: 'A collection holds documents that belong together: skills search one, and bundles are made of them.',
};

export function CollectionsView({ tabs }: { tabs: ReactNode }) {
  const { change } = useUrl();
  const shelf = useShelf();
  const may = useMay();
  const query = useQuery(collectionListQuery(shelf));
  const uploads = useUploads();
  const [isMaking, making] = useDisclosure();
  const [doomed, doom] = useState<Collection>();
  const show = ({ id }: Collection) => change({ view: undefined, collection_id: id }, 'push');
  const deeds: Column<Collection> = {
    label: 'Actions',
    align: 'end',
    cell: (collection) => (
      <CollectionDeeds
        collection={collection}
        onShow={() => show(collection)}
        onDelete={() => doom(collection)}
      />
    ),
  };
  const make = may(`POST ${shelf.at}/documents`) && (
    <Button onClick={making.open} leftSection={<Icon name="plus" size={16} />}>
      New collection
    </Button>
  );
  return (
    <ListPage
      title={shelf.title}
      about="Documents that belong together. An empty collection can be deleted."
      actions={make}
      tabs={
        <>
          {tabs}
          <UploadList uploads={uploads} />
        </>
      }
      query={query}
      columns={make ? [...COLUMNS, deeds] : COLUMNS}
      rowKey={({ id }) => id}
      onOpen={show}
      empty={{ ...EMPTY, action: make }}
    >
      {isMaking && <NewCollection uploads={uploads} onClose={making.close} />}
      {doomed && <DeleteCollection collection={doomed} onClose={() => doom(undefined)} />}
    </ListPage>
  );
}

type CollectionDeedsProps = { collection: Collection; onShow: () => void; onDelete: () => void };

function CollectionDeeds({ collection: { name, documents }, onShow, onDelete }: CollectionDeedsProps) {
  const show: DeedItem = { label: 'Show documents', icon: 'knowledge', onClick: onShow };
  const remove: DeedItem = { label: 'Delete', icon: 'trash', is_destructive: true, onClick: onDelete };
  return <DeedsMenu of={name} deeds={documents > 0 ? [show] : [show, remove]} />;
}
