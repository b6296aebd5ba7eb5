import { randomUUID } from 'node:crypto';
import type { Context } from '../access/context.ts';
import { changeEndpoint } from '../features/webhooks/endpoints/endpoints.ts';
import { EVENT_TYPES } from '../features/webhooks/endpoints/contract.ts';
import { INBOX_RESPONSE, createInbox } from '../features/webhooks/inbox/inboxes.ts';
import { storeArrival } from '../features/webhooks/inbox/receiving.ts';
import { attemptDelivery, type AttemptTools } from '../features/webhooks/sending/attempt.ts';
import { claimDueDeliveries, type DeliveryClaim } from '../features/webhooks/sending/claim.ts';
import { ALL_ENDPOINT_QUEUES } from '../features/webhooks/sending/sql/endpointQueues.ts';
import { DELIVERY_LEASE_MS } from '../features/webhooks/sending/sql/leases.ts';
import { writeResults, type DeliveryResult } from '../features/webhooks/sending/sql/results.ts';
import { DAY_MS } from '../lib/time/clock.ts';
import type { OutgoingCall, CallResult } from '../lib/http/outgoing/outgoing.ts';
import { DEMO_ENDPOINT_NAME } from './material.ts';
import { plannedCallResult } from './answers.ts';

const SINCE_MS = 29 * DAY_MS;
const AT_ONCE = 256;
const USER_AGENT = 'TenantOps-Webhooks/demo';

/** The number of failed attempts before the success, by the delivery's position from the newest. */
const TROUBLED = new Map([
  [6, 1],
  [7, 2],
  [12, 1],
  [22, 3],
  [23, 3],
  [24, 1],
]);

type Claimed = DeliveryClaim['claimed'][number];

/** Creates a webhook inbox of the service itself that receives all events, so that the demo has deliveries to show. */
export async function seedInbox(ctx: Context): Promise<string> {
  const made = new Date(ctx.now.getTime() - SINCE_MS);
  const { id } = await createInbox({ ...ctx, now: made }, { events: EVENT_TYPES });
  await changeEndpoint({ ...ctx, now: made }, id, { name: DEMO_ENDPOINT_NAME });
  return id;
}

/** Records the attempts for all events so far, with the times at which the webhook sender would have made them. */
export async function seedDeliveries(ctx: Context, endpoint_id: string): Promise<void> {
  const items = await claimAll(ctx);
  const newest = items.toSorted((one, other) => other.event_id.localeCompare(one.event_id));
  const failing = new Map(newest.map(({ event_id }, at) => [event_id, TROUBLED.get(at) ?? 0]));
  const due = new Map(items.map((item) => [item.event_id, emittedAt(item).getTime() + 40]));
  for (let open = items; open.length > 0; open = await claimAll(ctx)) {
    const settlements: DeliveryResult[] = [];
    for (const item of open) {
      const begins_ms = Math.min(due.get(item.event_id) ?? 0, ctx.now.getTime() - 1_000);
      const fails = item.attempt <= (failing.get(item.event_id) ?? 0);
      const settlement = await attempt(ctx, { item, endpoint_id, begins_ms, fails });
      if (settlement.due_at !== null) due.set(item.event_id, Date.parse(settlement.due_at));
      settlements.push(settlement);
    }
    await writeResults(ctx.db, settlements);
  }
}

async function claimAll({ db, now }: Context): Promise<Claimed[]> {
  const all: Claimed[] = [];
  for (;;) {
    const { claimed } = await claimDueDeliveries(db, {
      ...ALL_ENDPOINT_QUEUES,
      free: AT_ONCE * 4,
      max_per_endpoint: AT_ONCE,
      max_per_account: AT_ONCE,
      endpoints: { ids: [], counts: [] },
      accounts: { ids: [], counts: [] },
      now,
      leased_until: new Date(now.getTime() + DELIVERY_LEASE_MS),
      claim_id: randomUUID(),
      sender_id: randomUUID(),
    });
    if (claimed.length === 0) return all;
    all.push(...claimed);
  }
}

type Planned = { item: Claimed; endpoint_id: string; begins_ms: number; fails: boolean };

/** Simulates one attempt with a predefined response. A successful recent attempt is stored in the inbox. */
async function attempt(
  ctx: Context,
  { item, begins_ms, fails, endpoint_id }: Planned,
): Promise<DeliveryResult> {
  const took_ms = fails ? 212 : 3 + (begins_ms % 9);
  const times = [begins_ms, begins_ms + took_ms].values();
  const now = () => new Date(times.next().value ?? begins_ms + took_ms);
  const call = async (sent: OutgoingCall) => {
    const arrived_at = new Date(begins_ms);
    if (!fails && arrived_at.getTime() > ctx.now.getTime() - DAY_MS)
      await storeArrival(ctx, { endpoint_id, sent, arrived_at });
    return answerOf(fails, took_ms);
  };
  const tools: AttemptTools = {
    outgoing: { ...ctx.tools.outgoing, call },
    box: ctx.tools.box,
    clock: { now },
    random: () => 0.5,
    user_agent: USER_AGENT,
  };
  return attemptDelivery(tools, item);
}

function answerOf(fails: boolean, total_ms: number): CallResult {
  const answer = fails
    ? { status: 503, body: '{"error":"UNAVAILABLE"}' }
    : { status: 200, body: INBOX_RESPONSE };
  return plannedCallResult({ ...answer, address: '127.0.0.1', total_ms });
}

function emittedAt({ body }: Claimed): Date {
  const { timestamp }: { timestamp: string } = JSON.parse(body);
  return new Date(timestamp);
}
