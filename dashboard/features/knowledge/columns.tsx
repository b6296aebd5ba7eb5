import { Tooltip } from '@mantine/core';
import type { Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { formatBytes, formatNumber } from '../../format/format.ts';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { KnowledgeDocument } from './api.ts';
import { DocumentMenu, type DocumentActions } from './DocumentMenu.tsx';
import { t } from '../../language/t.ts';

export function documentColumns(
  mayChange: boolean,
  actions: DocumentActions,
): readonly Column<KnowledgeDocument>[] {
  const actionsColumn: Column<KnowledgeDocument> = {
    label: t('Actions'),
    cell: (document) => <DocumentMenu document={document} {...actions} />,
    align: 'end',
    holdsActions: true,
  };
  return mayChange ? [...COLUMNS, actionsColumn] : COLUMNS;
}

const COLUMNS: readonly Column<KnowledgeDocument>[] = [
  { label: t('Document'), cell: ({ name }) => <b style={{ fontWeight: 550 }}>{name}</b> },
  { label: t('Collection'), cell: ({ collection }) => collection.name },
  { label: t('State'), cell: (document) => <State of={document} /> },
  { label: t('Pages'), cell: ({ pages }) => pages ?? '–', align: 'end' },
  {
    label: t('Passages'),
    cell: ({ passages }) => formatNumber(passages),
    align: 'end',
    hiddenOnPhone: true,
  },
  { label: t('Size'), cell: ({ bytes }) => formatBytes(bytes), align: 'end' },
  { label: t('Uploaded'), cell: ({ created_at }) => <RelativeTime time={created_at} /> },
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
