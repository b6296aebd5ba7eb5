import { areRowsSharded } from './sharding.ts';
import type { Fragment, Transaction } from './sql.ts';

/**
 * Builds the columns and values of an `insert into` for rows of one account. One row is sent as VALUES. Several rows
 * are sent as one JSON parameter, so that the prepared statement is the same for every number of rows. Rows with bytea
 * columns must be inserted one at a time.
 */
export function insertRows(
  tx: Transaction,
  account_id: string,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Fragment {
  const [row = {}, ...others] = rows;
  if (others.length === 0) return tx`${tx({ account_id, ...row })}`;
  // Citus copies selected rows to the shards one by one, but routes VALUES with the statement.
  if (areRowsSharded(tx)) return tx`${tx(rows.map((one) => ({ account_id, ...one })))}`;
  const columns = tx.unsafe(Object.keys(row).join(', '));
  return tx`
    (account_id, ${columns})
    select ${account_id}, ${columns}
    from json_populate_recordset(null::${tx(table)}, ${JSON.stringify(rows)})`;
}
