import { unplanned, type Fragment, type Queryable, type Transaction } from '../../lib/sql.ts';
import { everyRow, writtenRow, type ListColumns } from './rows.ts';

/** The part that appends a delta for each row that another part inserts. */
export function noteNew(tx: Transaction, account_id: string, list: ListColumns): Fragment {
  return tx`
    delta as (
      insert into count_deltas (account_id, counted, id, owner, trait, at, change)
      select ${account_id}, ${list.table}, gen_random_uuid(), after.owner, after.trait, after.at, 1
      from (${writtenRow(tx, list)}) as after
    )`;
}

/**
 * Appends deltas for a statement that changes locked rows: minus the old, plus the new, none where both are equal. A
 * missing side is a row that is not listed.
 */
export function noteChange(
  tx: Transaction,
  account_id: string,
  ids: readonly string[],
  { list, update }: { list: ListColumns; update: object },
): Fragment {
  if (!changesCounts(list, update)) return tx``;
  const before = tx`${everyRow(tx, account_id, list)} and ${hasId(tx, ids)}`;
  const after = writtenRow(tx, list);
  return tx`,
    delta as (
      insert into count_deltas (account_id, counted, id, owner, trait, at, change)
      select ${account_id}, ${list.table}, gen_random_uuid(), side.owner, side.trait, side.at, side.change
      from (
        select gone.owner, gone.trait, gone.at, -1 as change
        from (${before} except all ${after}) as gone
        union all
        select come.owner, come.trait, come.at, 1
        from (${after} except all ${before}) as come
      ) as side
    )`;
}

function hasId(tx: Transaction, ids: readonly string[]): Fragment {
  const [id = '', ...others] = ids;
  return others.length === 0 ? tx`id = ${id}` : tx`id = any (${unplanned(tx, 'uuid[]', ids)}::uuid[])`;
}

function changesCounts({ at, owner, traits, deleted_at }: ListColumns, update: object): boolean {
  const counted = new Set([at, owner, deleted_at, ...traits]);
  const changes: [string, unknown][] = Object.entries(update);
  return changes.some(([column, value]) => value !== undefined && counted.has(column));
}

// across accounts: the installation's own health
export async function countWaitingDeltas(db: Queryable): Promise<number> {
  const [waiting] = await db<[{ count: number }]>`
    select count(*)::int as count
    from count_deltas`;
  return waiting.count;
}
