/* The five address ranges that the contract blocks, without any setting that permits one of them. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { readEndpoint } from '../../src/features/webhooks/endpoints/endpoints.ts';
import { eventually } from '../../support/eventually.ts';
import { insertUncheckedEndpoints } from '../support/endpoints.ts';
import { openNameServer } from '../support/nameServer.ts';
import { openWorld, type Tenant } from '../support/world.ts';

/** The first and last address of each range, and the public addresses next to it. */
const RANGES: [first: string, last: string, before: string, behind: string][] = [
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
];
const PATH = '/v1/webhook-subscribe';

/** `10-0-0-0.example` resolves to 10.0.0.0. */
const names = await openNameServer((name) => [name.replace('.example', '').replaceAll('-', '.')]);
const nameOf = (address: string) => `${address.replaceAll('.', '-')}.example`;
const world = await openWorld({
  dns_servers: [names.server],
  webhook_allow: readConfig({}).WEBHOOK_ALLOW,
});
after(() => names.close());
const api = await (await world.account()).api();
const subscribe = (host: string) => api.post(PATH, { url: `https://${host}/hook`, events: ['task.created'] });

for (const [first, last, before, behind] of RANGES) {
  test(`400 for an endpoint at ${first}, at ${last} and at names that resolve there`, async () => {
    for (const address of [first, last]) {
      for (const host of [address, nameOf(address)]) {
        const { status, body } = await subscribe(host);
        assert.deepEqual([status, body.error], [400, 'BAD_REQUEST'], host);
        assert.match(body.message, /^url: must point to a public address/);
      }
    }
  });

  test(`201 for an endpoint at ${before} and ${behind}, which are public`, async () => {
    for (const address of [before, behind])
      for (const host of [address, nameOf(address)]) assert.equal((await subscribe(host)).status, 201, host);
  });

  test(`a delivery to ${first}, to ${last} and to names that resolve there fails immediately`, async () => {
    const owner = await world.account();
    const hosts = [first, last, nameOf(first), nameOf(last)];
    await insertUncheckedEndpoints(
      world,
      owner.account_id,
      hosts.map((host) => `https://${host}/`),
    );
    await deliverEvent(owner);
    const endpoints = await world.db<{ id: string }[]>`
      select id from webhook_endpoints where account_id = ${owner.account_id}`;
    assert.equal(endpoints.length, hosts.length);
    for (const { id } of endpoints) {
      const rows = await world.db`
        select delivery.state, delivery.attempts, attempt.outcome
        from webhook_deliveries as delivery
        join webhook_attempts as attempt on attempt.endpoint_id = delivery.endpoint_id
        where delivery.endpoint_id = ${id}`;
      assert.deepEqual([...rows], [{ state: 'failed', attempts: 1, outcome: 'blocked_address' }]);
      assert.equal((await readEndpoint(owner.ctx(), id)).failure_count, 1);
    }
  });
}

/** Delivers an event and waits until nothing is pending; a retry would be due only after fifteen seconds. */
async function deliverEvent(owner: Tenant): Promise<void> {
  const sender = world.startSender();
  await (await owner.api()).post('/v1/api-tenant-tasks', { title: 'Told' });
  const waiting = () => world.db`select 1 from webhook_queue where account_id = ${owner.account_id}`;
  await eventually(waiting, ({ length }) => length === 0);
  await sender.stop(1_000);
}
