import { Tooltip } from '@mantine/core';
import type { Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { sizeOf } from '../../components/size.ts';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { KnowledgeDocument } from './api.ts';
import { DocumentMenu, type DocumentActions } from './DocumentMenu.tsx';

export function columnsOf(
  mayChange: boolean,
  actions: DocumentActions,
): readonly Column<KnowledgeDocument>[] {
  const actionsColumn: Column<KnowledgeDocument> = {
    label: 'Actions',
    cell: (document) => <DocumentMenu document={document} {...actions} />,
    align: 'end',
    holdsActions: true,
  };
  return mayChange ? [...COLUMNS, actionsColumn] : COLUMNS;
}

const COLUMNS: readonly Column<KnowledgeDocument>[] = [
  { label: 'Document', cell: ({ name }) => <b style={{ fontWeight: 550 }}>{name}</b> },
  { label: 'Collection', cell: ({ collection }) => collection.name },
  { label: 'State', cell: (document) => <State of={document} /> },
  { label: 'Pages', cell: ({ pages }) => pages ?? '–', align: 'end' },
  {
    label: 'Passages',
    cell: ({ passages }) => passages.toLocaleString('en'),
    align: 'end',
    hiddenOnPhone: true,
  },
  { label: 'Size', cell: ({ bytes }) => sizeOf(bytes), align: 'end' },
  { label: 'Uploaded', cell: ({ created_at }) => <RelativeTime time={created_at} /> },
];

function State({ of: { state, reason } }: { of: KnowledgeDocument }) {
  if (reason === null) return <StatusBadge state={state} />;
  return (
    <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }} multiline maw={320}>
      <span tabIndex={0} role="note" aria-label={`${state}: ${reason}`}>
        <StatusBadge state={state} />
      </span>
    </Tooltip>
  );
}
