import type { Database } from './sql.ts';

const MOST_VIEWS = 1_000;

/** The database as each account sees it: the same view for the same account, so that its requests can share statements. */
export function accountViews(
  make: (db: Database, account_id: string) => Database,
): (db: Database, account_id: string) => Database {
  const viewsOf = new WeakMap<Database, Map<string, Database>>();
  return (db, account_id) => {
    const views = viewsOf.get(db) ?? new Map<string, Database>();
    viewsOf.set(db, views);
    const view = views.get(account_id) ?? make(db, account_id);
    if (views.size >= MOST_VIEWS) views.clear();
    views.set(account_id, view);
    return view;
  };
}
