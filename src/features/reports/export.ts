import type { Context } from '../../access/context.ts';
import { csvLine, CSV_MARK } from '../../lib/csv.ts';
import { readByCursor, startPieces } from '../../lib/cursor.ts';
import { tooManyRequests } from '../../lib/errors.ts';
import { createPauses } from '../../lib/pauses.ts';
import type { UserRow } from './contract.ts';
import * as queries from './queries.ts';
import { spanOf } from './reports.ts';

const BOUNDS = { rows: 200, within_ms: 120_000 };
/** Each takes a connection for as long as its reader needs. */
const MOST_AT_ONCE = 2;
const AGAIN_MS = 10_000;

/** Accounts whose exports are being read. */
const reading = new Set<string>();

/** Figures by user as CSV, the busiest first, streamed. */
export async function exportUserReport(
  ctx: Context,
  period: { from: string; to: string },
): Promise<AsyncIterable<string>> {
  const span = spanOf(period.from, period.to);
  if (reading.has(ctx.account_id) || reading.size >= MOST_AT_ONCE)
    throw tooManyRequests('Other exports are being read, try again soon', AGAIN_MS);
  reading.add(ctx.account_id);
  return startPieces(linesOf(ctx, span));
}

async function* linesOf({ db, account_id }: Context, span: queries.Span): AsyncGenerator<string> {
  const ended = () => void reading.delete(account_id);
  const rows = queries.allUserRows(db, account_id, span);
  const pause = createPauses();
  let head = CSV_MARK + csvLine(HEAD);
  for await (const batch of readByCursor<UserRow>(db, rows, { ...BOUNDS, ended })) {
    yield head + batch.map(lineOf).join('');
    head = '';
    await pause();
  }
  if (head !== '') yield head;
}

const HEAD = [
  'Person',
  'Id',
  'Sessions',
  'Failed sessions',
  'Minutes',
  'Tasks completed',
  'Skills run',
] as const;

function lineOf({ user, ...figures }: UserRow): string {
  return csvLine([
    user.name,
    user.user_id,
    figures.sessions,
    figures.sessions_failed,
    figures.minutes,
    figures.tasks_completed,
    figures.skills_run,
  ]);
}
