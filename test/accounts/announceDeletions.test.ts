/* Before the rows of a deleted account are removed, the training app is told of its sessions. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openFakeTrainingApp } from '../../sim/trainingApp.ts';
import { removeDueAccounts } from '../../src/features/accounts/removal/removal.ts';
import { createRemovalContext, requestRemoval } from '../../src/features/accounts/removal/requests.ts';
import { createDeletionRun } from '../../src/features/deletions/deletions.ts';
import { setDeletionEndpoint } from '../../src/features/deletions/endpoints.ts';
import { createTrainingAppClient } from '../../src/features/deletions/trainingApp.ts';
import { DAY_MS, systemClock } from '../../src/lib/time/clock.ts';
import { createGuard } from '../../src/lib/http/outgoing/guard.ts';
import { createOutgoingClient } from '../../src/lib/http/outgoing/outgoing.ts';
import { failFast } from '../../src/lib/concurrency/backoffRunner.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld, type Tenant } from '../support/world.ts';
import { countRowsOfAccount } from './support/remainingRows.ts';

const SECRET = 'a secret of the training app';
const MINUTE_MS = 60_000;
const training_app = await openFakeTrainingApp({ secret: SECRET });
const outgoing = createOutgoingClient({ guard: createGuard(['127.0.0.1']) });
after(async () => {
  await outgoing.close();
  await training_app.close();
});
const app = createTrainingAppClient({ outgoing, clock: systemClock, url: training_app.url, secret: SECRET });
const world = await openWorld({ training_app: app });
const { db, clock } = world;
const tell = createDeletionRun({ db, clock, tools: world.tools });
const quiet = await openWorld({ webhook_allow: ['127.0.0.1'] });

/** Creates an account with sessions whose deletion has started. */
async function makeDoomed(on = world): Promise<{ tenant: Tenant; sessions: string[] }> {
  const tenant = await on.account('Doomed');
  const glasses = await tenant.device();
  const sessions: string[] = [];
  for (let i = 0; i < 3; i++) {
    const { body } = await glasses.post('/device/v1/sessions', { role: 'trainee' });
    await glasses.post('/device/v1/sessions/complete', { session_id: body.id, status: 'completed' });
    sessions.push(body.id);
  }
  await on.app.requests.flush();
  await requestRemoval(await createRemovalContext(on.platform(), tenant.account_id), {
    name: 'Doomed',
    days: 0,
  });
  return { tenant, sessions };
}

const remove = (on = world) => removeDueAccounts(on.platform(), failFast, Infinity);
const rowsOf = ({ account_id }: Tenant, on = world) => countRowsOfAccount(on.db, account_id);
const heardOf = ({ account_id }: Tenant) =>
  training_app.accepted.filter((one) => one.account_id === account_id).map(({ session_id }) => session_id);

test('each deleted session is reported once, and no row is removed before the training app confirmed', async () => {
  const { tenant, sessions } = await makeDoomed();
  await (await tenant.api()).delete(`/v1/api-tenant-sessions?session_id=${sessions[0]}`);
  await world.app.requests.flush();
  assert.deepEqual(heardOf(tenant), [sessions[0]], 'one was deleted before');
  await remove();
  assert.equal((await rowsOf(tenant))['sessions'], 3);
  await tell();
  await remove();
  assert.equal((await rowsOf(tenant))['sessions'], 3, 'it looks again after a while');
  clock.advance(11_000);
  await remove();
  assert.equal((await rowsOf(tenant))['sessions'], undefined);
  assert.deepEqual(heardOf(tenant).toSorted(), sessions.toSorted());
  clock.advance(6 * MINUTE_MS);
  await remove();
  assert.deepEqual(Object.keys(await rowsOf(tenant)), ['account_removals']);
});

test('an unavailable training app is retried for seven days', async () => {
  const { tenant, sessions } = await makeDoomed();
  for (const mode of ['down', 'refuse'] as const) {
    training_app.setMode(mode);
    await remove();
    await tell();
    clock.advance(3 * DAY_MS);
    await remove();
    assert.equal((await rowsOf(tenant))['sessions'], sessions.length, mode);
  }
  clock.advance(DAY_MS);
  await remove();
  assert.equal((await rowsOf(tenant))['sessions'], undefined);
  assert.deepEqual(heardOf(tenant), []);
  training_app.setMode('up');
});

test("deletions are sent to the account's own endpoint, which is removed with the account", async () => {
  const own = await openReceiver();
  const { tenant, sessions } = await makeDoomed(quiet);
  const { account_id } = tenant;
  const endpoint = { url: own.url, secret: 'the secret of one account' };
  await setDeletionEndpoint(quiet.platform(), account_id, endpoint);
  await remove(quiet);
  assert.equal((await rowsOf(tenant, quiet))['sessions'], sessions.length);
  await createDeletionRun({ db: quiet.db, clock: quiet.clock, tools: quiet.tools })();
  const told = own.received.map(({ body }): string => JSON.parse(body).session_id);
  assert.deepEqual(told.toSorted(), sessions.toSorted());
  for (let round = 0; round < 2; round++) {
    quiet.clock.advance(6 * MINUTE_MS);
    await remove(quiet);
  }
  assert.deepEqual(Object.keys(await rowsOf(tenant, quiet)), ['account_removals']);
  await own.close();
});

test('without a configured training app, no deletion waits', async () => {
  const { tenant } = await makeDoomed(quiet);
  await remove(quiet);
  assert.deepEqual(
    [(await rowsOf(tenant, quiet))['sessions'], (await rowsOf(tenant, quiet))['core_deletions']],
    [undefined, undefined],
  );
});
