import type { AccountConnectionsSetting } from '../access/connectionShares.ts';
import { optionalSetting, readUrl, WrongValue, type Setting } from '../lib/process/settings.ts';
import { splitHostUrls, readTargetSessionAttributes, readPrepare } from '../lib/sql/connectionUrl.ts';

export const DATABASE_SETTINGS = {
  DATABASE_URL: {
    default: '',
    about:
      'The PostgreSQL server, version 15 or newer: `postgres://…`. Replaces the embedded database. Of ' +
      'several hosts, separated by commas, the first one that answers is used, with ' +
      '`?target_session_attrs=read-write` the first one that is not a standby. Add `prepare=false` for a ' +
      'pooler that loses prepared statements.',
    is_secret: true,
    read: optionalSetting(readDatabaseUrl),
  },
  DATABASE_DIRECT_URL: {
    default: '',
    about:
      'The same database without a pooler, for wake-ups between processes, migrations and backups. By ' +
      'default `DATABASE_URL`. `docs/scaling.md` describes poolers.',
    is_secret: true,
    read: optionalSetting(readDatabaseUrl),
  },
  DATABASE_CONNECTIONS: {
    default: '12',
    about:
      'The number of database connections per process, at least 10. `docs/scaling.md` helps to choose it.',
    read: readDatabaseConnections,
  },
  ACCOUNT_CONNECTIONS: {
    default: 'auto',
    about:
      'The number of connections per process that requests of one account can use while other accounts ' +
      'need some too. Further requests of the account wait. A number, `auto` for a quarter of the ' +
      'connections and at least 2, or `off`.',
    read: readAccountConnections,
  },
} as const satisfies Record<string, Setting<unknown>>;

function readAccountConnections(text: string): AccountConnectionsSetting {
  if (text === 'auto' || text === 'off') return text;
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new WrongValue('must be auto, off, or a number from 1 to 999');
}

function readDatabaseUrl(text: string): string {
  for (const host of splitHostUrls(text)) readUrl(host, ['postgres:', 'postgresql:']);
  if (!readTargetSessionAttributes(text))
    throw new WrongValue('target_session_attrs must be any, read-write or primary');
  if ((readPrepare(text) ?? 'false') === 'false') return text;
  throw new WrongValue('prepare must be false or omitted');
}

function readDatabaseConnections(text: string): number {
  if (/^[1-9]\d{1,2}$/.test(text)) return Number(text);
  throw new WrongValue('must be a number from 10 to 999');
}
