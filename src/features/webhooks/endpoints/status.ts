import type { Context } from '../../../access/context.ts';
import { notFound } from '../../../access/notFound.ts';
import type { Queryable } from '../../../lib/sql/sql.ts';
import { pageOfWholeList } from '../../../lib/sql/paging.ts';
import {
  ENDPOINT_STATUSES,
  type Endpoint,
  type EndpointFilter,
  type EndpointView,
  type RecentDeliveries,
} from './contract.ts';
import { listEndpoints, readEndpoint } from './endpoints.ts';
import { listRecentOutcomes, type DeliveryOutcome } from './sql/outcomes.ts';

/** The number of deliveries that must succeed at the first attempt, in a row, to end a recovery. */
const FIRST_TRY_SUCCESSES_TO_RECOVER = 5;

export async function readEndpointView(ctx: Context, id: string): Promise<EndpointView> {
  const [shown] = await addRecentDeliveries(ctx, [await readEndpoint(ctx, id)]);
  if (!shown) throw notFound('Endpoint');
  return shown;
}

/**
 * A page of endpoints with their status. The status is not stored: it is read for the page only, unless it selects or
 * orders the endpoints. An account has few endpoints (`access/limits/table.ts`), so they are paged in memory.
 */
export async function listEndpointPage(ctx: Context, filter: EndpointFilter) {
  const { search, status, sort } = filter;
  const found = await listEndpoints(ctx, search);
  if (status === undefined && sort !== 'status') {
    const { endpoints, ...page } = pageOfWholeList('endpoints', sortEndpoints(found, sort), filter);
    return { endpoints: await addRecentDeliveries(ctx, endpoints), ...page };
  }
  const wanted = (await addRecentDeliveries(ctx, found)).filter(
    ({ recent }) => status === undefined || recent.status === status,
  );
  if (sort !== 'status') return pageOfWholeList('endpoints', sortEndpoints(wanted, sort), filter);
  const rank = ({ recent }: EndpointView) => ENDPOINT_STATUSES.indexOf(recent.status);
  return pageOfWholeList(
    'endpoints',
    wanted.toSorted((one, other) => rank(one) - rank(other)),
    filter,
  );
}

function sortEndpoints<E extends Endpoint>(
  endpoints: readonly E[],
  sort: EndpointFilter['sort'],
): readonly E[] {
  const nameOf = ({ name, url }: E) => (name ?? url.replace(/^https?:\/\//, '')).toLowerCase();
  const sentAt = ({ last_triggered_at }: E) => last_triggered_at ?? '';
  if (sort === 'name')
    return endpoints.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), 'en'));
  if (sort !== 'last_triggered_at') return endpoints;
  return endpoints.toSorted((one, other) => sentAt(other).localeCompare(sentAt(one), 'en'));
}

export async function addRecentDeliveries(
  { db, account_id }: Pick<Context, 'db' | 'account_id'>,
  endpoints: readonly Endpoint[],
): Promise<EndpointView[]> {
  const recent = await readRecentOutcomes(
    db,
    endpoints.map(({ id, paused_at }) => ({ account_id, id, paused_at })),
  );
  return endpoints.map((endpoint) => ({
    ...endpoint,
    recent: toRecentDeliveries(false, []),
    ...recent.get(endpoint.id),
  }));
}

export type EndpointState = { account_id: string; id: string; paused_at: string | null };

type StatusInput = Pick<EndpointView, 'recent' | 'last_triggered_at'>;

/** Returns the results of recent deliveries and the time of the last attempt, by endpoint id. */
export async function readRecentOutcomes(
  db: Queryable,
  endpoints: readonly EndpointState[],
): Promise<Map<string, StatusInput>> {
  const of_accounts = Map.groupBy(endpoints, ({ account_id }) => account_id);
  const found = await Promise.all(
    [...of_accounts].map(([account_id, some]) =>
      listRecentOutcomes(
        db,
        account_id,
        some.map(({ id }) => id),
      ),
    ),
  );
  const paused = new Set(endpoints.filter(({ paused_at }) => paused_at !== null).map(({ id }) => id));
  return new Map(
    found
      .flat()
      .map(({ endpoint_id, last_triggered_at, outcomes, lost }) => [
        endpoint_id,
        { recent: toRecentDeliveries(paused.has(endpoint_id), outcomes, lost), last_triggered_at },
      ]),
  );
}

/**
 * Determines the status of an endpoint and the figures of its sentence from its latest outcomes, newest first. Every
 * page shows this status and these figures, and no other count of failures.
 */
export function toRecentDeliveries(
  is_paused: boolean,
  outcomes: readonly DeliveryOutcome[],
  lost: RecentDeliveries['lost'] = null,
): RecentDeliveries {
  const arrived = outcomes.filter(isDelivered);
  return {
    status: is_paused ? 'paused' : statusOf(outcomes),
    tried: outcomes.length,
    arrived: arrived.length,
    second_attempt: arrived.filter(({ attempts }) => attempts === 2).length,
    later_attempt: arrived.filter(({ attempts }) => attempts > 2).length,
    retrying: outcomes.filter(({ state }) => state === 'pending').length,
    lost,
  };
}

function statusOf(outcomes: readonly DeliveryOutcome[]): RecentDeliveries['status'] {
  const [newest] = outcomes;
  if (!newest) return 'unused';
  const undelivered = outcomes.filter((outcome) => !isDelivered(outcome)).length;
  if (!isDelivered(newest) || undelivered * 2 >= outcomes.length) return 'failing';
  const since = outcomes.findIndex(hasFailedAttempt);
  return since === -1 || since >= FIRST_TRY_SUCCESSES_TO_RECOVER ? 'healthy' : 'recovering';
}

function isDelivered({ state }: DeliveryOutcome): boolean {
  return state === 'delivered';
}

/** True if the first attempt failed, whatever happened later. */
function hasFailedAttempt({ state, attempts }: DeliveryOutcome): boolean {
  return state !== 'delivered' || attempts > 1;
}
