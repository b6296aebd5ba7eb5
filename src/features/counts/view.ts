import { NIL_ID } from '../../lib/ids.ts';
import type { Fragment, Queryable } from '../../lib/sql.ts';

/** The owner under whom everything is counted, whoever it belongs to. */
export const EVERYBODY = NIL_ID;

/** A list whose rows are counted: where they lie, as (owner, trait, at). */
export type Counted = {
  name: 'tasks' | 'sessions';
  rowsOf: (db: Queryable, account_id: string) => Fragment;
};

/** What of a list somebody wants to see. */
export type View = {
  counted: Counted['name'];
  /** Whose rows; undefined for everybody's. */
  owner: string | undefined;
  /** Those whose trait is one of these; undefined for every trait. */
  traits: readonly string[] | undefined;
  from: Date | undefined;
  before: Date | undefined;
  /** Narrowed by something that is in no cell: its few rows are counted one by one. */
  is_uncounted?: boolean;
  limit: number;
  offset: number;
};
