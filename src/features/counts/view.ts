import { NIL_ID } from '../../lib/ids.ts';
import type { Level } from '../../lib/buckets.ts';
import { unseen, type Fragment, type Queryable } from '../../lib/sql.ts';

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

/** A word of ours as part of the text, where every plan of the text may know it. */
export function spelled(db: Queryable, word: Counted['name'] | Level): Fragment {
  return db.unsafe(`'${word}'`);
}

export function isOneOf(
  db: Queryable,
  column: 'cell.trait' | 'delta.trait',
  traits: readonly string[],
): Fragment {
  return db`${db.unsafe(column)} = any (${unseen(db, traits, 'text[]')}::text[])`;
}
