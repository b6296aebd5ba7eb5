import { hideFromPlanner, type Fragment, type Queryable } from '../../lib/sql/sql.ts';
import { accountIdValue } from './account.ts';

/** The table and columns of a counted list, by their role. */
export type ListColumns = {
  table: string;
  row: string;
  at: string;
  owner?: string | undefined;
  /** Columns to filter by, in addition to the owner. */
  traits: readonly string[];
  deleted_at?: string | undefined;
};

/** The values that a filter requires, by column. */
export type ColumnValueFilter = Readonly<Record<string, string>>;

/** Selects all rows of an account that are not deleted, as (owner, trait, at). */
export function selectEveryRow(db: Queryable, account_id: string, list: ListColumns): Fragment {
  const { table, at, owner, traits } = list;
  return db`
    select
      ${db.unsafe(owner ?? 'null::uuid')} as owner,
      ${db.unsafe(traits.join(` || ' ' || `))} as trait,
      ${db.unsafe(at)} as at
    from ${db.unsafe(table)}
    where account_id = ${account_id}
      ${andListed(db, list)}`;
}

export type RowColumns = 'id' | '*';

/**
 * Selects the rows that match the filter and the conditions. An index provides their order if the filter contains all
 * trait columns or none of them.
 */
export function selectMatchingRows(
  db: Queryable,
  account_id: string,
  list: ListColumns,
  {
    asked,
    conditions,
    columns,
  }: { asked: ColumnValueFilter; conditions: readonly Fragment[]; columns: RowColumns },
): Fragment {
  const { table, row, at, traits, owner } = list;
  return db`
    select ${db.unsafe(row)}.${db.unsafe(columns)}, ${db.unsafe(row)}.${db.unsafe(at)} as at
    from ${db.unsafe(table)} as ${db.unsafe(row)}
    where ${db.unsafe(row)}.account_id = ${accountIdValue(db, account_id)}
      ${andListed(db, list)}
      ${traits.map((column) => andEqual(db, column, 'text', asked))}
      ${owner === undefined ? db`` : andEqual(db, owner, 'uuid', asked)}
      ${conditions.reduce((all, one) => db`${all} and ${one}`, db``)}`;
}

function andListed(db: Queryable, { deleted_at }: ListColumns): Fragment {
  return deleted_at === undefined ? db`` : db`and ${db.unsafe(deleted_at)} is null`;
}

function andEqual(db: Queryable, column: string, type: 'text' | 'uuid', asked: ColumnValueFilter): Fragment {
  const value = asked[column];
  return value === undefined ? db`` : db`and ${db.unsafe(column)} = ${hideFromPlanner(db, type, value)}`;
}
