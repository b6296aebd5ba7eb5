import type { Database } from '../lib/sql.ts';

/** What acts that belong to no account know: the operator's and the platform staff's. */
export type Platform = {
  db: Database;
  now: Date;
};
