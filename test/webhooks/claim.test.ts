import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { claimDue } from '../../src/features/webhooks/sending/claims/queries.ts';
import { settle } from '../../src/features/webhooks/sending/settlements/queries.ts';
import { SENDER_CONNECTIONS } from '../../src/features/webhooks/sending/start.ts';
import { newId } from '../../src/lib/ids.ts';
import type { Database } from '../../src/lib/sql.ts';
import { endpointOf } from '../support/deliveries.ts';
import { rowsRead } from '../support/rowsRead.ts';
import { openWorld } from '../support/world.ts';

const EVENTS = 300;
const CLAIMED = 8;
const FIRST = '00000000-0000-0000-0000-000000000000';

const delivered = {
  verdict: 'delivered' as const,
  due_at: null,
  counts_as_failure: false,
  outcome: 'delivered',
  status: 204,
  address: null,
  dns_ms: null,
  connect_ms: null,
  first_byte_ms: null,
  total_ms: 1,
  answer: null,
};

const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const tenant = await world.account();
await endpointOf(world, tenant, 'http://127.0.0.1:1/');
const api = await tenant.api();
for (let at = 0; at < EVENTS; at++) await api.post('/v1/api-tenant-tasks', { title: 'One of many' });

test('a claim and its settlement read what they take, however much lies beside it', async () => {
  const read = await world.db.begin(async (tx) => {
    for (const [name, value] of Object.entries(SENDER_CONNECTIONS.session)) {
      await tx`select set_config(${name}, ${value}, true)`;
    }
    const db = tx as unknown as Database;
    const items = await claim(db);
    assert.equal(items.length, CLAIMED);
    assert.equal(await settle(db, items), CLAIMED);
    return rowsRead(db, ['events', 'webhook_deliveries', 'webhook_queue']);
  });
  assert.ok(read.events <= CLAIMED, `${read.events} events read`);
  assert.ok(read.webhook_deliveries <= 2 * CLAIMED, `${read.webhook_deliveries} deliveries read`);
  assert.ok(read.webhook_queue <= 5 * CLAIMED, `${read.webhook_queue} rows of the queue read`);
});

async function claim(db: Database) {
  const now = world.clock.now();
  const claim_id = randomUUID();
  const { claimed } = await claimDue(db, {
    free: CLAIMED,
    max_per_endpoint: CLAIMED,
    max_per_account: CLAIMED,
    endpoints: { ids: [], counts: [] },
    accounts: { ids: [], counts: [] },
    after: { account_id: FIRST, endpoint_id: FIRST },
    max_lanes: 10,
    now,
    leased_until: new Date(now.getTime() + 40_000),
    claim_id,
  });
  return claimed.map((item) => ({
    ...delivered,
    account_id: item.account_id,
    endpoint_id: item.endpoint_id,
    event_id: item.event_id,
    attempt: item.attempt,
    leased_until: item.leased_until,
    claim_id,
    id: newId(now),
    settled_at: now.toISOString(),
    attempted_at: now.toISOString(),
  }));
}
