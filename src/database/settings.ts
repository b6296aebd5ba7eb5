import type { AccountConnections } from '../access/accountShares.ts';
import { optionalSetting, readUrl, WrongValue, type Setting } from '../lib/process/settings.ts';
import { listHosts, readAttributes, readPrepare } from '../lib/sql/connectionUrl.ts';

export const DATABASE_SETTINGS = {
  DATABASE_URL: {
    default: '',
    about:
      'A PostgreSQL 15 or newer, `postgres://…`, in place of the embedded one; of several hosts, separated by ' +
      'commas, the first that answers, with `?target_session_attrs=read-write` the first that is no standby. ' +
      '`prepare=false` for a pooler that loses prepared statements.',
    read: optionalSetting(readDatabaseUrl),
  },
  DATABASE_DIRECT_URL: {
    default: '',
    about:
      'The same database without a pooler, for hints between processes, migrations and backups; default: ' +
      '`DATABASE_URL`. `docs/scaling.md` has the poolers.',
    read: optionalSetting(readDatabaseUrl),
  },
  DATABASE_CONNECTIONS: {
    default: '12',
    about:
      'Connections to the database that each process may hold, from 10 on; `docs/scaling.md` says how many.',
    read: readDatabaseConnections,
  },
  ACCOUNT_CONNECTIONS: {
    default: 'auto',
    about:
      'Connections that the requests of one account may use at once in each process while other accounts ask, too; ' +
      'what it asks beyond that waits in a line of its own: a number, `auto` for a quarter and at least 2, or `off`.',
    read: readAccountConnections,
  },
} as const satisfies Record<string, Setting<unknown>>;

function readAccountConnections(text: string): AccountConnections {
  if (text === 'auto' || text === 'off') return text;
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new WrongValue('must be auto, off, or a number from 1 to 999');
}

function readDatabaseUrl(text: string): string {
  for (const host of listHosts(text)) readUrl(host, ['postgres:', 'postgresql:']);
  if (!readAttributes(text)) throw new WrongValue('target_session_attrs must be any, read-write or primary');
  if ((readPrepare(text) ?? 'false') === 'false') return text;
  throw new WrongValue('prepare must be false, or left out');
}

function readDatabaseConnections(text: string): number {
  if (/^[1-9]\d{1,2}$/.test(text)) return Number(text);
  throw new WrongValue('must be a number from 10 to 999');
}
