import { hideFromPlanner, type Fragment, type Queryable } from '../../lib/sql/sql.ts';
import { accountCondition } from './account.ts';

/** The columns of a list, by what they mean for its counts. */
export type ListColumns = {
  table: string;
  row: string;
  at: string;
  owner?: string | undefined;
  traits: readonly string[];
  deleted_at?: string | undefined;
};

/** The values that rows must have, by column. */
export type AskedFilter = Readonly<Record<string, string>>;

/** All listed rows of an account as (owner, trait, at). */
export function everyRow(db: Queryable, account_id: string, list: ListColumns): Fragment {
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

/** Rows that match all filters, with their `at`, in index order where all traits or none are filtered. */
export function matchingRows(
  db: Queryable,
  account_id: string,
  list: ListColumns,
  {
    asked,
    conditions,
    columns,
  }: { asked: AskedFilter; conditions: readonly Fragment[]; columns: RowColumns },
): Fragment {
  const { table, row, at, traits, owner } = list;
  return db`
    select ${db.unsafe(row)}.${db.unsafe(columns)}, ${db.unsafe(row)}.${db.unsafe(at)} as at
    from ${db.unsafe(table)} as ${db.unsafe(row)}
    where ${db.unsafe(row)}.account_id = ${accountCondition(db, account_id)}
      ${andListed(db, list)}
      ${traits.map((column) => andEqual(db, column, 'text', asked))}
      ${owner === undefined ? db`` : andEqual(db, owner, 'uuid', asked)}
      ${conditions.reduce((all, one) => db`${all} and ${one}`, db``)}`;
}

function andListed(db: Queryable, { deleted_at }: ListColumns): Fragment {
  return deleted_at === undefined ? db`` : db`and ${db.unsafe(deleted_at)} is null`;
}

function andEqual(db: Queryable, column: string, type: 'text' | 'uuid', asked: AskedFilter): Fragment {
  const value = asked[column];
  return value === undefined ? db`` : db`and ${db.unsafe(column)} = ${hideFromPlanner(db, type, value)}`;
}
