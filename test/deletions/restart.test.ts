import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFakeTrainingApp } from '../../sim/trainingApp.ts';
import { callerAt } from '../../support/caller.ts';
import { eventually } from '../../support/eventually.ts';
import { freshDataDirectory, startServiceProcess } from '../support/service.ts';

const SECRET = 'a secret of the training app';
const WITHIN_MS = 60_000;

/** A server that accepts connections and never answers, so that the caller waits until it is killed. */
const silent = createServer((socket) => {
  socket.on('error', () => {}).resume();
}).listen(0, '127.0.0.1');
await once(silent, 'listening');
const { port } = silent.address() as AddressInfo;
const env = {
  DATA_DIR: await freshDataDirectory(),
  DEMO: 'on',
  CORE_DELETION_URL: `http://127.0.0.1:${port}/deletions`,
  CORE_DELETION_SECRET: SECRET,
  WEBHOOK_ALLOW: '127.0.0.1',
};
const first = await startServiceProcess(env);
const key = first.lines
  .find((line) => line.startsWith('demo key'))
  ?.split(' ')
  .at(-1);
const api = callerAt(first.url, key);
const { body } = await api.get('/v1/api-tenant-sessions?limit=1');
const path = `/v1/api-tenant-sessions?session_id=${body.sessions[0].id}`;
after(() => silent.close());

test('200 with state sent within a minute after the service was killed during the request', async () => {
  const called = once(silent, 'connection');
  const lost = api.delete(path).catch(() => 'no answer');
  await called;
  await first.end('SIGKILL');
  assert.equal(await lost, 'no answer');
  await new Promise((resolve) => silent.close(resolve));

  const training_app = await openFakeTrainingApp({ port, secret: SECRET });
  const second = await startServiceProcess(env);
  const started_ms = performance.now();
  while (training_app.accepted.length === 0 && performance.now() - started_ms < WITHIN_MS) await sleep(100);
  // The acceptance by the training app is recorded a moment later.
  const again = await eventually(
    () => callerAt(second.url, key).delete(path),
    (answer) => answer.body?.core === 'sent',
  );
  await second.end('SIGTERM');
  await training_app.close();
  assert.deepEqual(
    training_app.accepted.map(({ session_id }) => session_id),
    [body.sessions[0].id],
  );
  assert.deepEqual(again.body, { deleted: true, core: 'sent' });
});
