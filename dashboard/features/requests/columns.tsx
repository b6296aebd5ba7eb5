import type { Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import type { LoggedRequest } from './api.ts';
import classes from './Requests.module.css';
import { formatRequestDuration, statusTone } from './labels.ts';
import { t } from '../../language/t.ts';

export const REQUEST_COLUMNS: readonly Column<LoggedRequest>[] = [
  {
    key: 'request',
    label: t('Request'),
    cell: ({ method, path }) => (
      <span className={classes['request']}>
        <b>{method}</b> {path}
      </span>
    ),
  },
  { key: 'status', label: t('Status'), cell: (request) => <Outcome of={request} /> },
  { key: 'keyOrApp', label: t('Key or app'), cell: ({ by }) => <Caller by={by} /> },
  { key: 'duration', label: t('Duration'), cell: ({ ms }) => formatRequestDuration(ms), align: 'end' },
  {
    key: 'when',
    label: t('When'),
    cell: ({ created_at }) => <RelativeTime time={created_at} />,
    align: 'end',
  },
];

function Outcome({ of: { status, error } }: { of: LoggedRequest }) {
  return (
    <span className={classes['outcome']}>
      <StatusCode status={status} />
      {error !== null && <span className={classes['error']}>{error}</span>}
    </span>
  );
}

export function StatusCode({ status }: { status: number }) {
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
