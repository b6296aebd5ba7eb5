import { accountDatabases } from '../lib/sql/accountDatabases.ts';
import { asAccount } from '../lib/sql/rowSecurity.ts';
import { runStatementsThrough, type Database } from '../lib/sql/sql.ts';
import { OwnerShares, type ShareLimits } from '../lib/sql/ownerShares.ts';

/** The setting: a number of connections, `auto` for a quarter of them, or `off` for no bound. */
export type AccountConnections = number | 'auto' | 'off';

/**
 * Accounts take turns for the database: each has a share of its connections while others ask, and a line behind it. What
 * reads has a share of its own, so that it does not wait for writes whose COMMIT no standby confirms.
 */
export type AccountShares = { databaseFor(db: Database, account_id: string): Database };

const LEAST_SHARE = 2;
/** For the first request of another account. */
const LEFT_FREE = 1;
/** Shorter than a request may take, so that what waits in vain is refused in time. */
const WAIT_MS = 1_000;
/** A quarter of what may run at once. */
const MOST_WAITING = 256;

/** Undefined where accounts are not bounded. */
export function openAccountShares(
  setting: AccountConnections,
  connections: number,
): AccountShares | undefined {
  if (setting === 'off') return undefined;
  const most = setting === 'auto' ? Math.max(LEAST_SHARE, Math.ceil(connections / 4)) : setting;
  const most_alone = Math.max(most, connections - LEFT_FREE);
  return createAccountShares({ most, most_alone, most_waiting: MOST_WAITING, wait_ms: WAIT_MS });
}

export function createAccountShares(limits: ShareLimits): AccountShares {
  const shares = new OwnerShares(limits);
  return {
    databaseFor: accountDatabases((db, account_id) =>
      runStatementsThrough(db, (work, purpose) => shares.run(account_id, work, purpose)),
    ),
  };
}

type Seeing = { db: Database; row_security: boolean; shares?: AccountShares | undefined };

/** The database as each account sees it: with the account's share of the connections, and row level security if it is on. */
export function seeAccounts({ db, row_security, shares }: Seeing): (account_id: string) => Database {
  return (account_id) => {
    const own = shares?.databaseFor(db, account_id) ?? db;
    return row_security ? asAccount(own, account_id) : own;
  };
}
