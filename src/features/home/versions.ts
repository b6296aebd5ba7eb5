import type { Context } from '../../access/context.ts';
import { AsyncCache } from '../../lib/concurrency/cache.ts';
import { perDatabase } from '../../lib/sql/sql.ts';
import type { ListVersions } from './contract.ts';
import * as queries from './sql/versions.ts';

/**
 * The lifetime of a cached answer: shorter than the poll interval of open pages (one second), so that a page shows a
 * change within two seconds.
 */
const FRESH_MS = 900;
/** Upper limit of cached accounts; far above the number of accounts whose pages are open at the same time. */
const MOST_ACCOUNTS = 1_000;

/**
 * All open pages of an account share one cached answer, because each page polls once per second. Aged: an answer is at
 * most 900 ms old, so a page shows a change of any process within two seconds. The sign-in of each request is checked
 * before the cache is read.
 */
const sharedVersions = perDatabase(
  () => new AsyncCache<ListVersions>(MOST_ACCOUNTS, (answer) => (answer ? FRESH_MS : 0)),
);

export function readListVersions({
  db,
  account_id,
}: Pick<Context, 'db' | 'account_id'>): Promise<ListVersions> {
  return sharedVersions(db).ask(account_id, () => queries.readListVersions(db, account_id));
}
