import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleOf } from '../../support/console.ts';
import { insertFailedDelivery, endpointOf } from '../support/endpoints.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const tenant = await world.account();
const api = await tenant.api();
const page = await consoleOf(world, tenant.admin);
const endpoint_id = await endpointOf(tenant, 'http://127.0.0.1:9/');
await insertFailedDelivery(world, endpoint_id);
const { deliveries } = (await api.get('/v1/deliveries')).body;
const id = String(deliveries[0].event_id);

const SPELLINGS = [id, `evt-${id}`, `evt-${id.toUpperCase()}`, `EVT-${id}`];
const OTHERS = ['evt-', `evt_${id}`, `evt-evt-${id}`, `${id}-evt`, 'evt-7', `evt-${id}0`];

for (const spelled of SPELLINGS) {
  test(`200 for ${spelled.replace(id, 'ID')} in every operation that takes an event id`, async () => {
    const one = `event_id=${spelled}&endpoint_id=${endpoint_id}`;
    assert.equal((await api.get(`/v1/deliveries?event_id=${spelled}`)).body.deliveries.length, 1);
    assert.equal((await api.get(`/v1/delivery?${one}`)).body.event_id, id);
    assert.equal((await page.get(`/delivery?${one}`)).body.event_id, id);
    const { found } = (await page.get(`/search?text=${spelled}`)).body;
    assert.deepEqual(
      found.map((hit: { kind: string; id: string }) => [hit.kind, hit.id]),
      [['event', id]],
    );
    await world.db`delete from webhook_queue where event_id = ${id}`;
    await world.db`update webhook_deliveries set state = 'failed' where event_id = ${id}`;
    assert.equal((await api.post(`/v1/delivery/retry?${one}`, {})).status, 200);
  });
}

for (const spelled of OTHERS) {
  test(`400 for ${spelled.replace(id, 'ID')}`, async () => {
    for (const path of ['/v1/deliveries?', `/v1/delivery?endpoint_id=${endpoint_id}&`]) {
      const { status, body } = await api.get(`${path}event_id=${spelled}`);
      assert.equal(status, 400);
      assert.match(body.message, /^event_id: must be the id of an event/);
    }
  });
}
