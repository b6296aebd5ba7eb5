import { cacheAccountDatabases } from '../lib/sql/accountDatabases.ts';
import { databaseAsAccount } from '../lib/sql/rowSecurity.ts';
import { runStatementsThrough, type Database } from '../lib/sql/sql.ts';
import { OwnerShares, type ShareLimits } from '../lib/sql/ownerShares.ts';

/** The setting: a number of connections, `auto` for a quarter of the pool, or `off` for no limit per account. */
export type AccountConnectionsSetting = number | 'auto' | 'off';

/**
 * Fair use of the connection pool: while other accounts have requests, an account uses at most its share of the
 * connections, and its other statements wait in a queue. Reads and writes have separate shares, so that reads do not
 * wait behind writes whose COMMIT waits for a synchronous standby.
 */
export type ConnectionShares = { databaseFor(db: Database, account_id: string): Database };

const LEAST_SHARE = 2;
/** The connections that one account leaves free when it is alone, for the first request of another account. */
const LEFT_FREE = 1;
/**
 * The time that a statement waits for a connection of its account. It is shorter than the deadline of a request, so
 * that the statement is rejected before the deadline.
 */
const WAIT_MS = 1_000;
/** Maximum number of waiting statements per account: a quarter of the requests that a process handles concurrently. */
const MOST_WAITING = 256;

/** Creates the shares from the setting; undefined if the setting is `off`. */
export function createConnectionSharesFromSetting(
  setting: AccountConnectionsSetting,
  connections: number,
): ConnectionShares | undefined {
  if (setting === 'off') return undefined;
  const most = setting === 'auto' ? Math.max(LEAST_SHARE, Math.ceil(connections / 4)) : setting;
  const most_alone = Math.max(most, connections - LEFT_FREE);
  return createConnectionShares({ most, most_alone, most_waiting: MOST_WAITING, wait_ms: WAIT_MS });
}

export function createConnectionShares(limits: ShareLimits): ConnectionShares {
  const shares = new OwnerShares(limits);
  return {
    databaseFor: cacheAccountDatabases((db, account_id) =>
      runStatementsThrough(db, (work, purpose) => shares.run(account_id, work, purpose)),
    ),
  };
}

type AccountDatabaseOptions = { db: Database; row_security: boolean; shares?: ConnectionShares | undefined };

/**
 * Returns the database for an account, limited to the account's share of the connections and, if `row_security` is
 * true, to the rows of the account.
 */
export function createAccountDatabases({
  db,
  row_security,
  shares,
}: AccountDatabaseOptions): (account_id: string) => Database {
  return (account_id) => {
    const own = shares?.databaseFor(db, account_id) ?? db;
    return row_security ? databaseAsAccount(own, account_id) : own;
  };
}
