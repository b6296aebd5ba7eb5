import { areRowsSpread } from './spread.ts';
import type { Fragment, Transaction } from './sql.ts';

/**
 * What stands behind `insert into` for rows of one account with the same columns: one as values, several as one
 * parameter, so that a statement serves any number of them. Bytes are only given alone.
 */
export function givenRows(
  tx: Transaction,
  account_id: string,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Fragment {
  const [row = {}, ...others] = rows;
  if (others.length === 0) return tx`${tx({ account_id, ...row })}`;
  // What is selected would be copied to the server with the rows, values are sent with the statement.
  if (areRowsSpread(tx)) return tx`${tx(rows.map((one) => ({ account_id, ...one })))}`;
  const columns = tx.unsafe(Object.keys(row).join(', '));
  return tx`
    (account_id, ${columns})
    select ${account_id}, ${columns}
    from json_populate_recordset(null::${tx(table)}, ${JSON.stringify(rows)})`;
}
