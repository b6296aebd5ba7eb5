import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, test } from 'node:test';
import { createDeletionRun } from '../../src/features/deletions/deletions.ts';
import { setDeletionEndpoint } from '../../src/features/deletions/endpoints.ts';
import { noteSecret } from '../../support/secrets.ts';
import { holdMonotonicClock } from '../support/clock.ts';
import { openRequestCounter } from '../support/requestCounter.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const SECRET = 'the secret of the counted endpoint';
noteSecret(SECRET);
const world = await openWorld({ webhook_allow: ['127.0.0.1'] });
const turn = createDeletionRun({ db: world.db, clock: world.clock, tools: world.tools });

/**
 * Returns an account whose endpoint accepts the first deletions and then closes the connection instead of answering.
 */
async function arrange(accepted: number, end: (socket: Socket) => void) {
  const counter = await openRequestCounter(({ socket, at }) => {
    if (at > accepted) end(socket);
    else socket.write('HTTP/1.1 204 No Content\r\n\r\n');
  });
  after(counter.close);
  const tenant = await world.account();
  const endpoint = { url: counter.url, secret: SECRET };
  await setDeletionEndpoint(world.platform(), tenant.account_id, endpoint);
  const api = await tenant.api();
  const sessions = await Promise.all(Array.from({ length: accepted + 1 }, () => startSession(tenant)));
  const removeSession = async (): Promise<string> =>
    (await api.delete(`/v1/api-tenant-sessions?session_id=${sessions.pop()}`)).body.core;
  return { counter, removeSession };
}

async function startSession(tenant: Tenant): Promise<string> {
  const glasses = await tenant.device();
  return (await glasses.post('/device/v1/sessions', { role: 'trainer' })).body.id;
}

const endings = [
  ['FIN', (socket: Socket) => socket.end()],
  ['RST', (socket: Socket) => socket.resetAndDestroy()],
] as const;

for (const [name, end] of endings)
  for (const connection of ['fresh', 'kept'] as const)
    test(`one request per attempt for ${name} instead of a response over a ${connection} connection`, async (t) => {
      // A kept connection is used again for two seconds only.
      holdMonotonicClock(t);
      const accepted = connection === 'kept' ? 1 : 0;
      const { counter, removeSession } = await arrange(accepted, end);
      for (let sent = 0; sent < accepted; sent++) assert.equal(await removeSession(), 'sent');
      assert.equal(await removeSession(), 'queued');
      assert.deepEqual([counter.requests.length, counter.connections()], [accepted + 1, 1]);
      world.clock.advance(10_000);
      await turn();
      assert.deepEqual([counter.requests.length, counter.connections()], [accepted + 2, 2]);
    });
