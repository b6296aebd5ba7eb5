import type { Context } from '../../../access/context.ts';
import { notFound } from '../../../access/notFound.ts';
import type { Queryable } from '../../../lib/sql/sql.ts';
import type { Endpoint, EndpointShown, Recent } from './contract.ts';
import { readEndpoint } from './endpoints.ts';
import { listOutcomes, type DeliveryOutcome } from './sql/outcomes.ts';

/** The number of deliveries that must succeed at the first attempt, in a row, to end a recovery. */
const CALM = 5;
const NOTHING: Recent = { status: 'unused', tried: 0, failed: 0, delivered_later: 0, retrying: 0 };

export async function readEndpointView(ctx: Context, id: string): Promise<EndpointShown> {
  const [shown] = await addStatus(ctx, [await readEndpoint(ctx, id)]);
  if (!shown) throw notFound('Endpoint');
  return shown;
}

/** The endpoints with how they did lately. */
export async function addStatus(
  { db, account_id }: Pick<Context, 'db' | 'account_id'>,
  endpoints: readonly Endpoint[],
): Promise<EndpointShown[]> {
  const recent = await readRecentOutcomes(
    db,
    endpoints.map(({ id, paused_at }) => ({ account_id, id, paused_at })),
  );
  return endpoints.map((endpoint) => ({ ...endpoint, recent: NOTHING, ...recent.get(endpoint.id) }));
}

export type Watched = { account_id: string; id: string; paused_at: string | null };

type Shown = Pick<EndpointShown, 'recent' | 'last_triggered_at'>;

/** How each endpoint did lately, and when it was sent to last, by its id. */
export async function readRecentOutcomes(
  db: Queryable,
  endpoints: readonly Watched[],
): Promise<Map<string, Shown>> {
  const of_accounts = Map.groupBy(endpoints, ({ account_id }) => account_id);
  const found = await Promise.all(
    [...of_accounts].map(([account_id, some]) =>
      listOutcomes(
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
      .map(({ endpoint_id, last_triggered_at, outcomes }) => [
        endpoint_id,
        { recent: toRecent(paused.has(endpoint_id), outcomes), last_triggered_at },
      ]),
  );
}

/** Decides the status of an endpoint by its latest outcomes, newest first. */
export function toRecent(is_paused: boolean, outcomes: readonly DeliveryOutcome[]): Recent {
  const failed = outcomes.filter(isTroubled);
  const delivered_later = failed.filter(isDelivered).length;
  const retrying = failed.filter(({ state }) => state === 'pending').length;
  return {
    status: is_paused ? 'paused' : statusOf(outcomes),
    tried: outcomes.length,
    failed: failed.length,
    delivered_later,
    retrying,
  };
}

function statusOf(outcomes: readonly DeliveryOutcome[]): Recent['status'] {
  const [newest] = outcomes;
  if (!newest) return 'unused';
  const undelivered = outcomes.filter((outcome) => !isDelivered(outcome)).length;
  if (!isDelivered(newest) || undelivered * 2 >= outcomes.length) return 'failing';
  const since = outcomes.findIndex(isTroubled);
  return since === -1 || since >= CALM ? 'healthy' : 'recovering';
}

function isDelivered({ state }: DeliveryOutcome): boolean {
  return state === 'delivered';
}

/** True if the first attempt failed, whatever happened later. */
function isTroubled({ state, attempts }: DeliveryOutcome): boolean {
  return state !== 'delivered' || attempts > 1;
}
