import type { Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import type { LoggedRequest } from './api.ts';
import classes from './Requests.module.css';
import { durationOf, toneOf } from './words.ts';

export const COLUMNS: readonly Column<LoggedRequest>[] = [
  {
    label: 'Request',
    cell: ({ method, path }) => (
      <span className={classes['request']}>
        <b>{method}</b> {path}
      </span>
    ),
  },
  { label: 'Status', cell: ({ status }) => <Status status={status} /> },
  { label: 'Key or app', cell: ({ by }) => <Caller by={by} /> },
  { label: 'Time taken', cell: ({ ms }) => durationOf(ms), align: 'end' },
  { label: 'When', cell: ({ created_at }) => <RelativeTime time={created_at} />, align: 'end' },
];

export function Status({ status }: { status: number }) {
  return (
    <span className={classes['status']} data-tone={toneOf(status)}>
      {status}
    </span>
  );
}

function Caller({ by: { kind, name } }: Pick<LoggedRequest, 'by'>) {
  return (
    <span>
      {name ?? 'Deleted'} <span className={classes['kind']}>{kind}</span>
    </span>
  );
}
