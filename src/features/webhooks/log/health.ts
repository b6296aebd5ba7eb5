import type { Context } from '../../../access/context.ts';
import { DAY_MS } from '../../../lib/clock.ts';
import { firstIdOf } from '../../../lib/ids.ts';
import type { EndpointHealth } from './contract.ts';
import * as queries from '../sql/log.ts';

const DAYS = 7;

/** One week of every endpoint, day by day, and what waits for it now. */
export async function listHealth({ db, account_id, now }: Context): Promise<EndpointHealth[]> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const since = new Date(today - (DAYS - 1) * DAY_MS);
  const rows = await queries.listEndpointDays(db, account_id, { since, now, first_id: firstIdOf(since) });
  const health = new Map<string, EndpointHealth>();
  for (const { endpoint_id, waiting, ...day } of rows) {
    const known = health.get(endpoint_id) ?? { endpoint_id, waiting, days: [] };
    health.set(endpoint_id, { ...known, days: [...known.days, day] });
  }
  return [...health.values()];
}
