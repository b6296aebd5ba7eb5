import type { Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import type { AuditEntry } from './api.ts';
import classes from './Audit.module.css';
import { EntrySentence } from './EntrySentence.tsx';
import { auditDetailRows } from './labels.ts';
import { t } from '../../language/t.ts';

export const AUDIT_COLUMNS: readonly Column<AuditEntry>[] = [
  { key: 'event', label: t('Event'), cell: (entry) => <EntrySentence entry={entry} /> },
  { key: 'details', label: t('Details'), cell: (entry) => <Details of={entry} />, isPlainOnPhone: true },
  {
    key: 'address',
    label: t('Address'),
    cell: ({ address }) => address ?? '–',
    hiddenOnPhone: true,
  },
  {
    key: 'when',
    label: t('When'),
    cell: ({ created_at }) => <RelativeTime time={created_at} />,
    align: 'end',
    isPlainOnPhone: true,
  },
];

function Details({ of: { details, address } }: { of: AuditEntry }) {
  const lines = auditDetailRows(details).filter(([name, value]) => name !== 'address' || value !== address);
  if (lines.length === 0) return <span data-none>–</span>;
  return (
    <dl className={classes['details']}>
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
