import type { Context } from '../../access/context.ts';
import { DAY_MS } from '../../lib/time/clock.ts';
import { badRequest } from '../../lib/errors.ts';
import { schemaReasons } from '../../lib/schema/reasons.ts';
import { reportReasons } from './reasons.ts';
import { isTimestamp } from '../../lib/time/timestamps.ts';
import { daysFrom, startOfDayIn, UTC } from '../../lib/time/timeZones.ts';
import type { Figures, UserReport, UserReportFilter, Report, ReportFilter } from './contract.ts';
import * as queries from './queries.ts';

const MOST_ROWS = 400;
/** No data is older; the database has no earlier year. */
const EARLIEST = '1970-01-01';
/** The next day has no four-digit year. */
const LATEST = '9999-12-30';
const DAYS_OF = { day: 1, week: 7, month: 28 } as const;

/** The report of a period by step, with the totals of as many days before. */
export async function readReport(
  { db, account_id }: Context,
  { from, to, by = 'day' }: ReportFilter,
  zone = UTC,
): Promise<Report> {
  const span = toSpan(from, to, zone);
  const days = lengthOf(from, to);
  if (days / DAYS_OF[by] > MOST_ROWS) {
    throw badRequest('to', reportReasons.too_many_rows({ most: MOST_ROWS }));
  }
  const earlier = { since: startOfDayIn(zone, daysFrom(from, -days)), until: span.since, zone };
  const [rows, before] = await Promise.all([
    queries.listFigures(db, account_id, span, by),
    queries.listFigures(db, account_id, earlier, 'month'),
  ]);
  return { rows, total: sumOf(rows), before: sumOf(before) };
}

/** The figures of each day, of the newest `most` sessions and tasks, for other pages. */
export function listReportDays(
  { db, account_id }: Context,
  span: queries.ReportSpan & { most: number },
): Promise<queries.DayFigures[]> {
  return queries.listDayFigures(db, account_id, span);
}

export async function readUserReport(
  { db, account_id }: Context,
  { from, to, limit, offset }: UserReportFilter,
  zone = UTC,
): Promise<UserReport> {
  const span = toSpan(from, to, zone);
  const { people, total } = await queries.listUserRows(db, account_id, span, { limit, offset });
  return { people, total, limit, offset };
}

/** From the first moment of one day to the last of the other; the end itself is the next day's. */
export function toSpan(from: string, to: string, zone = UTC): queries.ReportSpan {
  assertDay('from', from);
  assertDay('to', to);
  if (from < EARLIEST) throw badRequest('from', reportReasons.before_1970);
  if (to > LATEST) throw badRequest('to', reportReasons.after_9999);
  if (to < from) throw badRequest('to', reportReasons.end_before_start);
  return { since: startOfDayIn(zone, from), until: startOfDayIn(zone, daysFrom(to, 1)), zone };
}

/** In days, however many hours each of them has. */
function lengthOf(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

function assertDay(name: string, text: string): void {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !isTimestamp(text)) throw badRequest(name, schemaReasons.date);
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
