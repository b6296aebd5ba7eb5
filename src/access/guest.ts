import type { Database } from '../lib/sql.ts';

/** Whoever calls an operation that needs no credential of ours; the operation finds out by itself who it is. */
export type Guest = {
  db: Database;
  /** The database as one account sees it. */
  seenBy: (account_id: string) => Database;
  /** Every `Authorization` header that was sent. */
  authorization: readonly string[];
  now: Date;
  /** Where the request comes from. */
  address: string;
  /** How long the request has been here. */
  waited_ms(): number;
};
