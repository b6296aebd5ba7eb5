import { sumOfFiles } from '../../../access/sql/limits.ts';
import { rowsOfList } from '../../../counts/counts.ts';
import { areRowsSharded } from '../../../lib/sql/sharding.ts';
import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import type { Storage } from '../contract.ts';

export type StorageRow = Omit<Storage, 'most_file_bytes'> & { account_id: string };

/** Files and rows of accounts, without counting a row of the tables that grow. */
// across accounts: staff see all accounts
export async function listStorage(db: Queryable, account_ids: readonly string[]): Promise<StorageRow[]> {
  const account_id = db`account.id`;
  return db<StorageRow[]>`
    with ${shares(db, 'webhook_deliveries')}
    select
      account.id as account_id,
      ${sumOfFiles(db, account_id)} as file_bytes,
      ${rowsOfList(db, account_id, 'tasks')} as task_rows,
      ${rowsOfList(db, account_id, 'sessions')} as session_rows,
      ${loggedRows(db, account_id)} as log_rows,
      ${aboutDeliveries(db)} as about_delivery_rows
    from accounts as account
    where account.id = any (${[...account_ids]}::uuid[])`;
}

/** The coordinator of several servers has no statistics of theirs. */
// across accounts: a part of a statement of the staff
function aboutDeliveries(db: Queryable): Fragment {
  if (areRowsSharded(db)) return db`null::float8`;
  return db`
    (
      select round(coalesce(sum(coalesce(share.known[array_position(share.accounts, account.id)], share.other)), 0))::float8
      from share
    )`;
}

/** Each row of the log is counted by its day when it is written, and goes with the partition of its day. */
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
 * The part `share`: what the database noted of each partition when it last analyzed it, as rows of the accounts that
 * it knows by name and of any other.
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
