import { fileBytesSubquery } from '../../../access/sql/limits.ts';
import { rowCountOfList } from '../../../counts/counts.ts';
import { areRowsSharded } from '../../../lib/sql/sharding.ts';
import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import type { AccountStorage } from '../contract.ts';

export type AccountStorageRow = Omit<AccountStorage, 'most_file_bytes'> & { account_id: string };

/** Reads the storage of accounts from counters and statistics, without counting rows of large tables. */
// across accounts: staff see all accounts
export async function listAccountStorage(
  db: Queryable,
  account_ids: readonly string[],
): Promise<AccountStorageRow[]> {
  const account_id = db`account.id`;
  return db<AccountStorageRow[]>`
    with ${shares(db, 'webhook_deliveries')}
    select
      account.id as account_id,
      ${fileBytesSubquery(db, account_id)} as file_bytes,
      ${rowCountOfList(db, account_id, 'tasks')} as task_rows,
      ${rowCountOfList(db, account_id, 'sessions')} as session_rows,
      ${loggedRows(db, account_id)} as log_rows,
      ${aboutDeliveries(db)} as about_delivery_rows
    from accounts as account
    where account.id = any (${[...account_ids]}::uuid[])`;
}

/**
 * The estimated number of deliveries; null in a sharded database, whose coordinator has no statistics of the shards.
 */
// across accounts: part of a statement for staff
function aboutDeliveries(db: Queryable): Fragment {
  if (areRowsSharded(db)) return db`null::float8`;
  return db`
    (
      select round(coalesce(sum(coalesce(share.known[array_position(share.accounts, account.id)], share.other)), 0))::float8
      from share
    )`;
}

/** The number of rows in the request log: the sum of the daily counters, for days whose partition still exists. */
function loggedRows(db: Queryable, account_id: Fragment): Fragment {
  return db`
    (
      select coalesce(sum(asked.calls), 0)::float8
      from request_days as asked
      where asked.account_id = ${account_id}
        and asked.day >= coalesce(
          (
            select min(to_date(right(class.relname, 10), 'YYYY_MM_DD'))
            from pg_partition_tree('request_log') as tree
            join pg_class as class
              on class.oid = tree.relid
            where class.relname ~ '_[0-9]{4}_[0-9]{2}_[0-9]{2}$'
          ),
          '-infinity'
        )
    )`;
}

/**
 * The CTE `share`: the estimated rows per account in each partition, from the last ANALYZE. `known` is the estimate for
 * the most common accounts, and `other` the estimate for each other account.
 */
function shares(db: Queryable, table: string): Fragment {
  return db`
    noted as (
      select
        class.reltuples::float8 as total,
        stats.most_common_vals::text::uuid[] as accounts,
        stats.most_common_freqs as parts,
        case
          when stats.n_distinct < 0 then -stats.n_distinct * class.reltuples
          else stats.n_distinct
        end as accounts_in_all
      from pg_partition_tree(${table}) as tree
      join pg_class as class
        on class.oid = tree.relid
        and tree.isleaf
        and class.reltuples > 0
      join pg_stats as stats
        on stats.schemaname = current_schema()
        and stats.tablename = class.relname
        and stats.attname = 'account_id'
    ),
    share as (
      select
        noted.accounts,
        array(select part * noted.total from unnest(noted.parts) as part) as known,
        case
          when noted.accounts_in_all > coalesce(cardinality(noted.accounts), 0)
          then greatest(0, noted.total * (1 - coalesce((select sum(part) from unnest(noted.parts) as part), 0)))
            / (noted.accounts_in_all - coalesce(cardinality(noted.accounts), 0))
          else 0
        end as other
      from noted
    )`;
}
