import type { Context } from '../../access/context.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { badRequest } from '../../lib/errors.ts';
import { isTimestamp } from '../../lib/timestamps.ts';
import type { Figures, UserReport, UserReportFilter, Report, ReportFilter, ReportRow } from './contract.ts';
import * as queries from './queries.ts';

const MOST_ROWS = 400;
/** No data is older; the database has no earlier year. */
const EARLIEST = new Date(0);
/** The next day has no four-digit year. */
const LATEST = new Date('9999-12-31T00:00:00.000Z');
const DAYS_OF = { day: 1, week: 7, month: 28 } as const;

/** The report of a period by step, with the totals of as many days before. */
export async function readReport(
  { db, account_id }: Context,
  { from, to, by = 'day' }: ReportFilter,
): Promise<Report> {
  const span = spanOf(from, to);
  const length_ms = span.until.getTime() - span.since.getTime();
  if (length_ms / DAY_MS / DAYS_OF[by] > MOST_ROWS) {
    throw badRequest(`to: more than ${MOST_ROWS} rows, choose longer steps or a shorter period`);
  }
  const earlier = { since: new Date(span.since.getTime() - length_ms), until: span.since };
  const [rows, before] = await Promise.all([
    queries.listFigures(db, account_id, span, by),
    queries.listFigures(db, account_id, earlier, 'month'),
  ]);
  return { rows, total: sumOf(rows), before: sumOf(before) };
}

/** The figures of each day, for other pages. */
export function listDays({ db, account_id }: Context, span: queries.Span): Promise<ReportRow[]> {
  return queries.listFigures(db, account_id, span, 'day');
}

export async function readUserReport(
  { db, account_id }: Context,
  { from, to, limit, offset }: UserReportFilter,
): Promise<UserReport> {
  const { people, total } = await queries.listUserRows(db, account_id, spanOf(from, to), { limit, offset });
  return { people, total, limit, offset };
}

/** From the first moment of one day to the last of the other; the end itself is the next day's. */
export function spanOf(from: string, to: string): queries.Span {
  assertDay('from', from);
  assertDay('to', to);
  const since = new Date(`${from}T00:00:00.000Z`);
  const until = new Date(Date.parse(`${to}T00:00:00.000Z`) + DAY_MS);
  if (since < EARLIEST) throw badRequest('from: must not lie before 1970');
  if (until > LATEST) throw badRequest('to: must lie before 9999-12-31');
  if (until <= since) throw badRequest('to: lies before from');
  return { since, until };
}

function assertDay(name: string, text: string): void {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !isTimestamp(text))
    throw badRequest(`${name}: must be a date, YYYY-MM-DD`);
}

function sumOf(rows: readonly Figures[]): Figures {
  const sum = (name: keyof Figures) => rows.reduce((so_far, row) => so_far + row[name], 0);
  return {
    sessions: sum('sessions'),
    sessions_failed: sum('sessions_failed'),
    minutes: sum('minutes'),
    tasks_created: sum('tasks_created'),
    tasks_completed: sum('tasks_completed'),
    skills_run: sum('skills_run'),
    skills_failed: sum('skills_failed'),
  };
}
