import { translateStoredReason } from '../../storedReasons/storedReasons.ts';
import { Hint } from '../../components/Hint.tsx';
import type { Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { formatBytes, formatNumber } from '../../format/format.ts';
import { StatusBadge, stateLabel } from '../../components/StatusBadge.tsx';
import type { DocumentListItem } from './api.ts';
import { DocumentMenu, type DocumentActionHandlers } from './DocumentMenu.tsx';
import { t } from '../../language/t.ts';

export function documentColumns(
  mayChange: boolean,
  actions: DocumentActionHandlers,
): readonly Column<DocumentListItem>[] {
  const actionsColumn: Column<DocumentListItem> = {
    key: 'actions',
    label: t('Actions'),
    cell: (document) => <DocumentMenu document={document} {...actions} />,
    align: 'end',
    holdsActions: true,
  };
  return mayChange ? [...COLUMNS, actionsColumn] : COLUMNS;
}

const COLUMNS: readonly Column<DocumentListItem>[] = [
  { key: 'document', label: t('Document'), cell: ({ name }) => <b style={{ fontWeight: 550 }}>{name}</b> },
  { key: 'collection', label: t('Collection'), cell: ({ collection }) => collection.name },
  { key: 'state', label: t('Status'), cell: (document) => <State of={document} />, isPlainOnPhone: true },
  { key: 'pages', label: t('Pages'), cell: ({ pages }) => pages ?? '–', align: 'end' },
  {
    key: 'passages',
    label: t('Passages'),
    cell: ({ passages }) => formatNumber(passages),
    align: 'end',
    hiddenOnPhone: true,
  },
  { key: 'size', label: t('Size'), cell: ({ bytes }) => formatBytes(bytes), align: 'end' },
  { key: 'uploaded', label: t('Uploaded'), cell: ({ created_at }) => <RelativeTime time={created_at} /> },
];

function State({ of: { state, reason, reason_details } }: { of: DocumentListItem }) {
  if (reason === null) return <StatusBadge state={state} />;
  const words = translateStoredReason(reason, reason_details);
  return (
    <Hint label={words} opensOnTouch>
      <span tabIndex={0} role="note" aria-label={`${stateLabel(state)}: ${words}`}>
        <StatusBadge state={state} />
      </span>
    </Hint>
  );
}
