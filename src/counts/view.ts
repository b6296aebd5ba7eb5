import { NIL_ID } from '../lib/ids.ts';
import type { Fragment, Queryable } from '../lib/sql/sql.ts';

/** The owner of the cells that count the rows of all owners. */
export const ALL_OWNERS = NIL_ID;
/** The trait of the cells that count the rows of all traits. */
export const ALL_TRAITS = '';

/** A counted list: its name, and all rows of an account as (owner, trait, at). */
export type CountedSource = {
  name: string;
  rowsOf: (db: Queryable, account_id: string) => Fragment;
};

/** The part of a list that is listed. */
export type ListView = {
  counted: CountedSource['name'];
  /** The owner of the rows; undefined for all owners. */
  owner: string | undefined;
  /** Only rows with one of these traits; undefined for all traits. */
  traits: readonly string[] | undefined;
  from: Date | undefined;
  before: Date | undefined;
  limit: number;
  offset: number;
};
