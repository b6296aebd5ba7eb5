import type { Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import type { LoggedRequest } from './api.ts';
import classes from './Requests.module.css';
import { formatRequestDuration, statusTone } from './labels.ts';
import { t } from '../../language/t.ts';

export const REQUEST_COLUMNS: readonly Column<LoggedRequest>[] = [
  {
    label: t('Request'),
    cell: ({ method, path }) => (
      <span className={classes['request']}>
        <b>{method}</b> {path}
      </span>
    ),
  },
  { label: t('Status'), cell: (request) => <Outcome of={request} /> },
  { label: t('Key or app'), cell: ({ by }) => <Caller by={by} /> },
  { label: t('Duration'), cell: ({ ms }) => formatRequestDuration(ms), align: 'end' },
  { label: t('When'), cell: ({ created_at }) => <RelativeTime time={created_at} />, align: 'end' },
];

function Outcome({ of: { status, error } }: { of: LoggedRequest }) {
  return (
    <span className={classes['outcome']}>
      <Status status={status} />
      {error !== null && <span className={classes['error']}>{error}</span>}
    </span>
  );
}

export function Status({ status }: { status: number }) {
  return (
    <span className={classes['status']} data-tone={statusTone(status)}>
      {status}
    </span>
  );
}

function Caller({ by: { kind, name } }: Pick<LoggedRequest, 'by'>) {
  return (
    <span>
      {name ?? t('Deleted')} <span className={classes['kind']}>{kind === 'key' ? t('key') : t('app')}</span>
    </span>
  );
}
