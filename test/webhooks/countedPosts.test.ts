import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpointOf } from '../support/endpoints.ts';
import { eventually } from '../../support/eventually.ts';
import { openRequestCounter } from '../support/requestCounter.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const sender = world.startSender();
const FAILS = 'Fails';
const TASKS = '/v1/api-tenant-tasks';

/** Returns a receiver that answers 204; for tasks with the title FAILS it closes the connection instead. */
async function arrange(end: (socket: Socket) => void) {
  const counter = await openRequestCounter(({ socket, body }) => {
    if (titleOf(body) === FAILS) end(socket);
    else socket.write('HTTP/1.1 204 No Content\r\n\r\n');
  });
  after(counter.close);
  const tenant = await world.account();
  const api = await tenant.api();
  const endpoint_id = await endpointOf(tenant, counter.url);
  const create = async (title: string) => {
    assert.equal((await api.post(TASKS, { title })).status, 201);
  };
  const states = async () =>
    world.db<{ state: string; attempts: number }[]>`
      select state, attempts
      from webhook_deliveries
      where endpoint_id = ${endpoint_id}
      order by event_id`;
  const posts = () =>
    counter.requests.filter((body, at) => counter.methods[at] === 'POST' && titleOf(body) === FAILS);
  /** Delivers a task, so that a recently used connection is in the pool. */
  const warmUp = async () => {
    const before = counter.requests.length;
    await create('Arrives');
    await eventually(states, (rows) => rows.every(({ attempts }) => attempts > 0));
    assert.equal(counter.requests.length, before + 1);
  };
  /** Returns the connect time of each failed attempt; null for a reused connection. */
  const connects = async () =>
    world.db<{ connect_ms: number | null; outcome: string; attempted_at: string }[]>`
      select connect_ms, outcome, attempted_at
      from webhook_attempts
      where endpoint_id = ${endpoint_id} and outcome <> 'delivered'
      order by attempt`;
  return { endpoint_id, create, states, posts, warmUp, connects };
}

function titleOf(body: string): string {
  return JSON.parse(body).data.title;
}

function pass(ms: number) {
  world.clock.advance(ms);
  sender.wake();
}

const endings = [
  ['FIN', (socket: Socket) => socket.end()],
  ['RST', (socket: Socket) => socket.resetAndDestroy()],
] as const;

for (const [name, end] of endings)
  for (const connection of ['fresh', 'kept'] as const) {
    test(`three POSTs, 10 and 60 s apart, for ${name} after the request over ${connection} connections`, async () => {
      const { create, states, posts, warmUp, connects } = await arrange(end);
      const attempted = (count: number) =>
        eventually(states, (rows) =>
          rows.some(({ attempts, state }) => attempts === count && state !== 'delivered'),
        );
      const prepare = connection === 'kept' ? warmUp : async () => {};
      await prepare();
      await create(FAILS);
      await attempted(1);
      assert.equal(posts().length, 1);
      for (const [before_ms, after_ms, count] of [
        [9_900, 5_100, 2],
        [59_900, 5_100, 3],
      ] as const) {
        pass(before_ms);
        await sleep(50);
        assert.equal(posts().length, count - 1);
        await prepare();
        pass(after_ms);
        await attempted(count);
        assert.equal(posts().length, count);
      }
      pass(600_000);
      await sleep(50);
      assert.equal(posts().length, 3);
      assert.equal(new Set(posts()).size, 1);
      const attempts = await connects();
      assert.deepEqual(
        attempts.map(({ outcome }) => outcome),
        ['connection_lost', 'connection_lost', 'connection_lost'],
      );
      assert.deepEqual(
        attempts.map(({ connect_ms }) => connect_ms === null),
        attempts.map(() => connection === 'kept'),
      );
    });
  }
