import { csvLine, CSV_MARK } from '../lib/csv.ts';
import { readByCursor, startPieces } from '../lib/cursor.ts';
import { tooManyRequests } from '../lib/errors.ts';
import { createPauses } from '../lib/pauses.ts';
import type { Fragment } from '../lib/sql.ts';
import type { Context } from './context.ts';

const BOUNDS = { rows: 200, within_ms: 120_000 };
/** Each takes a connection for as long as its reader needs. */
const MOST_AT_ONCE = 2;
const AGAIN_MS = 10_000;

/** Accounts whose exports are being read. */
const reading = new Set<string>();

export type CsvExport<Row> = {
  head: readonly string[];
  /** Read from one snapshot. */
  statement: Fragment;
  cellsOf: (rows: Row[]) => unknown[][] | Promise<unknown[][]>;
};

/** A table as CSV, streamed: one at a time for an account, and it ends with its reader. */
export async function exportCsv<Row extends object>(
  ctx: Context,
  table: CsvExport<Row>,
): Promise<AsyncIterable<string>> {
  if (reading.has(ctx.account_id) || reading.size >= MOST_AT_ONCE)
    throw tooManyRequests('Other exports are being read, try again soon', AGAIN_MS);
  reading.add(ctx.account_id);
  return startPieces(linesOf(ctx, table));
}

async function* linesOf<Row extends object>(
  { db, account_id }: Context,
  { head, statement, cellsOf }: CsvExport<Row>,
): AsyncGenerator<string> {
  const ended = () => void reading.delete(account_id);
  const pause = createPauses();
  let first = CSV_MARK + csvLine(head);
  for await (const batch of readByCursor<Row>(db, statement, { ...BOUNDS, ended })) {
    yield first + (await cellsOf(batch)).map(csvLine).join('');
    first = '';
    await pause();
  }
  if (first !== '') yield first;
}
