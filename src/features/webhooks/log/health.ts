import type { Context } from '../../../access/context.ts';
import { firstIdOf } from '../../../lib/ids.ts';
import { dayIn, shiftDay, startOfDayIn, UTC } from '../../../lib/time/timeZones.ts';
import type { EndpointHealth } from './contract.ts';
import * as queries from './sql/log.ts';

const DAYS = 7;

/** The results of each endpoint per day of the last week, and the number of its waiting deliveries. */
export async function listEndpointHealth(
  { db, account_id, now }: Context,
  zone = UTC,
): Promise<EndpointHealth[]> {
  const since = startOfDayIn(zone, shiftDay(dayIn(zone, now), 1 - DAYS));
  const span = { since, now, zone, first_id: firstIdOf(since) };
  const rows = await queries.listEndpointDays(db, account_id, span);
  const health = new Map<string, EndpointHealth>();
  for (const { endpoint_id, waiting, ...day } of rows) {
    const known = health.get(endpoint_id) ?? { endpoint_id, waiting, days: [] };
    health.set(endpoint_id, { ...known, days: [...known.days, day] });
  }
  return [...health.values()];
}
