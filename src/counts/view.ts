import { NIL_ID } from '../lib/ids.ts';
import type { Fragment, Queryable } from '../lib/sql/sql.ts';

/** The `owner` of stored counts (cells) that include the rows of all owners. */
export const ALL_OWNERS = NIL_ID;
/**
 * The `trait` of stored counts (cells) that include all rows. A trait is the joined value of the counted columns of a
 * row.
 */
export const ALL_TRAITS = '';

/** A counted list for the background jobs. `rowsOf` selects all rows of an account as (owner, trait, at). */
export type CountedSource = {
  name: string;
  rowsOf: (db: Queryable, account_id: string) => Fragment;
};

/** The filters, time range and page of a request for a list. */
export type ListView = {
  counted: CountedSource['name'];
  /** The owner of the rows; undefined for all owners. */
  owner: string | undefined;
  /** The traits of the rows to list; undefined for all rows. A trait is the joined value of the counted columns. */
  traits: readonly string[] | undefined;
  from: Date | undefined;
  before: Date | undefined;
  limit: number;
  offset: number;
};
