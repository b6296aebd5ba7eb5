import type { Context } from '../../access/context.ts';
import { DAY_MS } from '../../lib/time/clock.ts';
import { badRequest } from '../../lib/errors.ts';
import { schemaReasons } from '../../lib/schema/reasons.ts';
import { reportReasons } from './reasons.ts';
import { isTimestamp } from '../../lib/time/timestamps.ts';
import { shiftDay, startOfDayIn, UTC } from '../../lib/time/timeZones.ts';
import type { UsageFigures, UserReport, UserReportFilter, UsageReport, ReportFilter } from './contract.ts';
import * as queries from './queries.ts';

const MOST_ROWS = 400;
/** The earliest accepted day. The service stores no older data. */
const EARLIEST = '1970-01-01';
/** The latest accepted day: the day after the period must still have a year of four digits. */
const LATEST = '9999-12-30';
const DAYS_OF = { day: 1, week: 7, month: 28 } as const;

/** Reads the figures of a period by day, week or month, and the totals of the preceding period of equal length. */
export async function readReport(
  { db, account_id }: Context,
  { from, to, by = 'day' }: ReportFilter,
  zone = UTC,
): Promise<UsageReport> {
  const span = toReportSpan(from, to, zone);
  const days = lengthOf(from, to);
  if (days / DAYS_OF[by] > MOST_ROWS) {
    throw badRequest('to', reportReasons.too_many_rows({ most: MOST_ROWS }));
  }
  const earlier = { since: startOfDayIn(zone, shiftDay(from, -days)), until: span.since, zone };
  const [rows, before] = await Promise.all([
    queries.listReportRows(db, account_id, span, by),
    queries.listReportRows(db, account_id, earlier, 'month'),
  ]);
  return { rows, total: sumOf(rows), before: sumOf(before) };
}

/** Reads figures per day for other pages. Only the newest `most` sessions and tasks are counted. */
export function listDailyUsage(
  { db, account_id }: Context,
  span: queries.ReportSpan & { most: number },
): Promise<queries.DailyUsage[]> {
  return queries.listDailyUsage(db, account_id, span);
}

export async function readUserReport(
  { db, account_id }: Context,
  { from, to, limit, offset }: UserReportFilter,
  zone = UTC,
): Promise<UserReport> {
  const span = toReportSpan(from, to, zone);
  const { people, total } = await queries.listUserReportRows(db, account_id, span, { limit, offset });
  return { people, total, limit, offset };
}

/**
 * Converts two days, both included, into a time range whose end is excluded: it ends at the start of the day after
 * `to`.
 */
export function toReportSpan(from: string, to: string, zone = UTC): queries.ReportSpan {
  assertDay('from', from);
  assertDay('to', to);
  if (from < EARLIEST) throw badRequest('from', reportReasons.before_1970);
  if (to > LATEST) throw badRequest('to', reportReasons.after_9999);
  if (to < from) throw badRequest('to', reportReasons.end_before_start);
  return { since: startOfDayIn(zone, from), until: startOfDayIn(zone, shiftDay(to, 1)), zone };
}

/** The number of days, both included. Independent of the 23 or 25 hours of days on which the clocks change. */
function lengthOf(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

function assertDay(name: string, text: string): void {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !isTimestamp(text)) throw badRequest(name, schemaReasons.date);
}

function sumOf(rows: readonly UsageFigures[]): UsageFigures {
  const sum = (name: keyof UsageFigures) => rows.reduce((so_far, row) => so_far + row[name], 0);
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
