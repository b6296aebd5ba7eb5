import { Cache } from '../concurrency/cache.ts';
import type { Database } from './sql.ts';

/** Maximum number of cached views: far more than the accounts that have requests at the same time. */
const MOST_VIEWS = 1_000;

/**
 * Returns a function that gives all requests of an account the same database view, because `coalesce` merges only
 * statements of the same view. A view is made from the account id alone, so a cached view is never stale. After the
 * eviction of a view, requests that still use it are not merged with later ones.
 */
export function cacheAccountDatabases(
  make: (db: Database, account_id: string) => Database,
): (db: Database, account_id: string) => Database {
  const viewsOf = new WeakMap<Database, Cache<string, Database>>();
  return (db, account_id) => {
    const views = viewsOf.get(db) ?? new Cache<string, Database>(MOST_VIEWS);
    viewsOf.set(db, views);
    return views.getOrMake(account_id, () => make(db, account_id));
  };
}
