import { csvLine, CSV_MARK } from '../lib/text/csv.ts';
import { readByCursor } from '../lib/sql/cursor.ts';
import { createYielder } from '../lib/concurrency/yielder.ts';
import type { Fragment } from '../lib/sql/sql.ts';
import type { Context } from './context.ts';
import { acquireExportSlot } from './exportSlots.ts';
import { MINUTE_MS } from '../lib/time/clock.ts';

const BOUNDS = { rows: 200, timeout_ms: 2 * MINUTE_MS };
export type CsvExport<Row> = {
  head: readonly string[];
  /** Runs in one snapshot, so the export is consistent. */
  statement: Fragment;
  cellsOf: (rows: Row[]) => unknown[][] | Promise<unknown[][]>;
};

/** Streams rows as CSV. An account can run one export at a time. The export ends when the client disconnects. */
export async function* exportCsv<Row extends object>(
  { db, account_id }: Context,
  { head, statement, cellsOf }: CsvExport<Row>,
): AsyncGenerator<string, void> {
  using held = new DisposableStack();
  held.use(acquireExportSlot(account_id));
  const pause = createYielder();
  let first = CSV_MARK + csvLine(head);
  for await (const batch of readByCursor<Row>(db, statement, BOUNDS)) {
    yield first + (await cellsOf(batch)).map(csvLine).join('');
    first = '';
    await pause();
  }
  if (first !== '') yield first;
}
