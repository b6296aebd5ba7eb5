import type { Context } from '../../access/context.ts';
import { notFound } from '../../access/notFound.ts';
import { firstIdOf, idBoundsOf } from '../../lib/ids.ts';
import { halfOpenRangeOf } from '../../lib/time/timestamps.ts';
import type {
  RequestDetail,
  RequestFilter,
  RequestPage,
  RequestSeries,
  RequestSeriesFilter,
  SeriesSpan,
} from './contract.ts';
import * as queries from './sql/requestLog.ts';
import { HOUR_MS, MINUTE_MS } from '../../lib/time/clock.ts';

/** The time spans of the chart, with the number and length of their steps. */
const SPANS: Record<SeriesSpan, { steps: number; step_ms: number }> = {
  hour: { steps: 60, step_ms: MINUTE_MS },
  day: { steps: 48, step_ms: 30 * MINUTE_MS },
  week: { steps: 56, step_ms: 3 * HOUR_MS },
};

/** Lists the requests of the log, newest first. */
export async function listRequests(
  { db, account_id }: Context,
  { limit, offset, from, to, ...narrowing }: RequestFilter,
): Promise<RequestPage> {
  const { shown, ...ends } = await queries.listRequests(db, account_id, {
    ...narrowing,
    ...idBoundsOf(halfOpenRangeOf({ from, to })),
    limit,
    offset,
  });
  return { requests: shown, ...ends, limit, offset };
}

export async function readRequest({ db, account_id }: Context, id: string): Promise<RequestDetail> {
  const request = await queries.findRequest(db, account_id, id);
  if (!request) throw notFound('Request');
  return request;
}

/** Returns one row per step of the span, including steps without requests. */
export async function readRequestSeries(
  { db, account_id, now }: Context,
  { span = 'day', ...narrowing }: RequestSeriesFilter,
): Promise<RequestSeries> {
  const { steps, step_ms } = SPANS[span];
  const last = Math.floor(now.getTime() / step_ms) * step_ms;
  const first = new Date(last - (steps - 1) * step_ms);
  const grid = { first, last: new Date(last), step_ms, first_id: firstIdOf(first) };
  return { span, steps: await queries.listSeriesSteps(db, account_id, narrowing, grid) };
}
