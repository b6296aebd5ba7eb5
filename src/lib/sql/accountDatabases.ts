import { Cache } from '../concurrency/cache.ts';
import type { Database } from './sql.ts';

/** The number of accounts whose requests come at the same time, with a large margin. */
const MOST_VIEWS = 1_000;

/**
 * The database as each account sees it. Requests of an account get the same view, because only statements of the same
 * view run together (`coalesce`). Derived from the account: never stale. Without a kept view, requests that are
 * running with an older view share nothing with newer ones.
 */
export function accountDatabases(
  make: (db: Database, account_id: string) => Database,
): (db: Database, account_id: string) => Database {
  const viewsOf = new WeakMap<Database, Cache<string, Database>>();
  return (db, account_id) => {
    const views = viewsOf.get(db) ?? new Cache<string, Database>(MOST_VIEWS);
    viewsOf.set(db, views);
    return views.getOrMake(account_id, () => make(db, account_id));
  };
}
