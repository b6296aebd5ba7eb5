import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createDeletionRun, listDeletions, retryDeletion } from '../../src/features/deletions/deletions.ts';
import {
  readDeletionEndpoint,
  removeDeletionEndpoint,
  setDeletionEndpoint,
} from '../../src/features/deletions/endpoints.ts';
import { createTrainingAppClient } from '../../src/features/deletions/trainingApp.ts';
import { createGuard } from '../../src/lib/http/outgoing/guard.ts';
import { createOutgoingClient } from '../../src/lib/http/outgoing/outgoing.ts';
import { openFakeTrainingApp } from '../../sim/trainingApp.ts';
import { consoleOf } from '../../support/console.ts';
import { noteSecret } from '../../support/secrets.ts';
import { systemClock, type Clock } from '../../src/lib/time/clock.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const SHARED_SECRET = 'the secret of the installation';
const OWN_SECRET = 'the secret of one account';
const NOBODY = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
noteSecret(OWN_SECRET);
const outgoing = createOutgoingClient({ guard: createGuard(['127.0.0.1']) });
let clock: Clock = systemClock;
const [shared, own] = await Promise.all([
  openFakeTrainingApp({ secret: SHARED_SECRET }),
  openFakeTrainingApp({ secret: OWN_SECRET, now_ms: () => clock.now().getTime() }),
]);
const app = createTrainingAppClient({ outgoing, clock: systemClock, url: shared.url, secret: SHARED_SECRET });
const world = await openWorld({ training_app: app, webhook_allow: ['127.0.0.1'] });
const without_default = await openWorld({ webhook_allow: ['127.0.0.1'] });
after(() => Promise.all([outgoing.close(), shared.close(), own.close()]));
const turn = createDeletionRun({ db: world.db, clock: world.clock, tools: world.tools });
const pathOf = (id: string) => `/v1/api-tenant-sessions?session_id=${id}`;

async function arrange(at = world) {
  clock = at.clock;
  const tenant = await at.account();
  const [api, glasses] = await Promise.all([tenant.api(), tenant.device()]);
  const record = async (): Promise<string> =>
    (await glasses.post('/device/v1/sessions', { role: 'trainer' })).body.id;
  const remove = async (id: string): Promise<string> => (await api.delete(pathOf(id))).body.core;
  return { tenant, record, remove };
}

const useOwn = (tenant: Tenant, at = world, url = own.url) =>
  setDeletionEndpoint(at.platform(), tenant.account_id, { url, secret: OWN_SECRET });
const heardBy = ({ accepted }: typeof own, id: string) =>
  accepted.filter(({ session_id }) => session_id === id).length;

test('200 sent only to the endpoint of the account, signed with its secret', async () => {
  const { tenant, record, remove } = await arrange();
  await useOwn(tenant);
  const id = await record();
  assert.equal(await remove(id), 'sent');
  assert.deepEqual([heardBy(own, id), heardBy(shared, id)], [1, 0]);
  await removeDeletionEndpoint(world.platform(), tenant.account_id);
  const next = await record();
  assert.equal(await remove(next), 'sent');
  assert.deepEqual([heardBy(own, next), heardBy(shared, next)], [0, 1]);
});

test('200 sent to the endpoint of the installation for every other account', async () => {
  const [one, other] = [await arrange(), await arrange()];
  await useOwn(one.tenant);
  const id = await other.record();
  assert.equal(await other.remove(id), 'sent');
  assert.deepEqual([heardBy(own, id), heardBy(shared, id)], [0, 1]);
});

test('a success of one endpoint does not wake deletions of another', async () => {
  const [one, other] = [await arrange(), await arrange()];
  await useOwn(one.tenant);
  own.setMode('down');
  const waiting = await one.record();
  assert.equal(await one.remove(waiting), 'queued');
  shared.setMode('down');
  const queued = await other.record();
  assert.equal(await other.remove(queued), 'queued');
  shared.setMode('up');
  world.clock.advance(10_000);
  await turn();
  assert.equal(heardBy(shared, queued), 1);
  const [deletion] = (await listDeletions(one.tenant.ctx(), { limit: 1, offset: 0 })).deletions;
  assert.equal(deletion?.attempts, 2, 'one in the request, and one when it was due');
  own.setMode('up');
  world.clock.advance(20_000);
  await turn();
  assert.equal(heardBy(own, waiting), 1);
});

test('queued for as long as Retry-After asks, up to a day', async () => {
  const receiver = await openReceiver();
  after(() => receiver.close());
  const tell = () =>
    createTrainingAppClient({ outgoing, clock: systemClock, url: receiver.url, secret: OWN_SECRET }).forget(
      { account_id: NOBODY, session_id: NOBODY, deleted_at: '2026-03-02T09:00:00.000Z' },
      3_000,
    );
  const cases: [number, string, number | undefined][] = [
    [429, '120', 120_000],
    [503, '7', 7_000],
    [429, '0', 0],
    [425, '86401', 86_400_000],
    [429, '99999999999', undefined],
    [429, 'soon', undefined],
    [429, '-5', undefined],
    [403, '120', undefined],
    [404, '120', undefined],
  ];
  for (const [status, header, expected_ms] of cases) {
    receiver.answer = (_request, response) =>
      void response.writeHead(status, { 'Retry-After': header }).end();
    assert.equal((await tell()).retry_after_ms, expected_ms, `${status} ${header}`);
  }
  const at = new Date(Date.now() + 90_000);
  receiver.answer = (_request, response) =>
    void response.writeHead(429, { 'Retry-After': at.toUTCString() }).end();
  const { retry_after_ms = 0 } = await tell();
  assert.ok(retry_after_ms > 60_000 && retry_after_ms <= 90_000, `${retry_after_ms}`);
});

for (const kind of ['own', 'default'] as const) {
  test(`no deletion is sent to an endpoint before its Retry-After: ${kind}; control: another endpoint gets it immediately`, async () => {
    const receiver = await openReceiver();
    after(() => receiver.close());
    const training_app = createTrainingAppClient({
      outgoing,
      clock: systemClock,
      url: receiver.url,
      secret: SHARED_SECRET,
    });
    const held_world = await openWorld({ training_app, webhook_allow: ['127.0.0.1'] });
    const [first, second] = [await arrange(held_world), await arrange(held_world)];
    // The third account uses another endpoint than the first, so the Retry-After of the first does not delay it.
    const free = await arrange(held_world);
    if (kind === 'own') await useOwn(first.tenant, held_world, receiver.url);
    else await useOwn(free.tenant, held_world);
    const same = kind === 'own' ? first : second;
    const turnHere = createDeletionRun({
      db: held_world.db,
      clock: held_world.clock,
      tools: held_world.tools,
    });
    const answerWith = (status: number, headers = {}) =>
      void (receiver.answer = (_request, response) => void response.writeHead(status, headers).end());
    const [next, held, later] = [await same.record(), await first.record(), await first.record()];
    answerWith(503);
    assert.equal(await same.remove(next), 'queued');
    answerWith(429, { 'Retry-After': '3600' });
    assert.equal(await first.remove(held), 'queued');
    answerWith(204);
    assert.equal(await first.remove(later), 'queued');
    if (kind === 'default') assert.equal(await free.remove(await free.record()), 'sent');
    else assert.equal(await second.remove(await second.record()), 'sent');
    const told = () =>
      [held, next, later].map((id) => receiver.received.filter(({ body }) => body.includes(id)).length);
    for (let minute = 0; minute < 59; minute++) {
      held_world.clock.advance(60_000);
      await turnHere();
      assert.deepEqual(told(), [1, 1, 0], `minute ${minute}`);
    }
    held_world.clock.advance(60_000);
    await turnHere();
    assert.deepEqual(told(), [2, 2, 1]);
  });
}

test('a manual retry does not wait for Retry-After', async () => {
  const { tenant, record, remove } = await arrange();
  const receiver = await openReceiver();
  after(() => receiver.close());
  await useOwn(tenant, world, receiver.url);
  const id = await record();
  receiver.answer = (_request, response) => void response.writeHead(503, { 'Retry-After': '3600' }).end();
  assert.equal(await remove(id), 'queued');
  receiver.answer = (_request, response) => void response.writeHead(204).end();
  await retryDeletion(tenant.ctx(), id);
  await turn();
  assert.equal(receiver.received.length, 2);
});

test('without an installation endpoint, accounts with their own are served, others wait without an attempt', async () => {
  const [with_own, others] = [await arrange(without_default), await arrange(without_default)];
  await useOwn(with_own.tenant, without_default);
  own.setMode('down');
  const [id, waiting] = [await with_own.record(), await others.record()];
  assert.deepEqual([await with_own.remove(id), await others.remove(waiting)], ['queued', 'queued']);
  own.setMode('up');
  without_default.clock.advance(10_000);
  const { db, tools } = without_default;
  await createDeletionRun({ db, clock, tools })();
  assert.equal(heardBy(own, id), 1);
  const [deletion] = (await listDeletions(others.tenant.ctx(), { limit: 1, offset: 0 })).deletions;
  assert.deepEqual([deletion?.state, deletion?.attempts], ['queued', 0]);
});

test('400 for non-public addresses and for a first endpoint without a secret; 404 for an unknown account', async () => {
  const strict = await openWorld();
  const { account_id } = await strict.account();
  const platform = strict.platform();
  for (const url of [
    'http://127.0.0.1/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://a:b@93.184.215.14/',
  ])
    await assert.rejects(setDeletionEndpoint(platform, account_id, { url, secret: OWN_SECRET }), {
      code: 'BAD_REQUEST',
    });
  const url = 'https://93.184.215.14/deletions';
  await assert.rejects(setDeletionEndpoint(platform, account_id, { url }), /secret: required/);
  await assert.rejects(setDeletionEndpoint(platform, NOBODY, { url, secret: OWN_SECRET }), {
    code: 'NOT_FOUND',
  });
  await assert.rejects(removeDeletionEndpoint(platform, NOBODY), { code: 'NOT_FOUND' });
  assert.deepEqual(await readDeletionEndpoint(platform, account_id), {
    url: null,
    updated_at: null,
    has_default: false,
  });
});

test('a new URL keeps the secret; the stored secret is sealed and shown nowhere', async () => {
  const { tenant, record, remove } = await arrange();
  await useOwn(tenant, world, 'http://127.0.0.1:1/');
  const changed = await setDeletionEndpoint(world.platform(), tenant.account_id, { url: own.url });
  assert.deepEqual(Object.keys(changed), ['url', 'updated_at', 'has_default']);
  const [stored] = await world.db<{ secret: Buffer }[]>`
    select secret from deletion_endpoints where account_id = ${tenant.account_id}`;
  assert.ok(stored && !stored.secret.includes(OWN_SECRET));
  const id = await record();
  assert.equal(await remove(id), 'sent');
});

test('403 for callers other than staff, with an audit entry in the account for changes', async () => {
  const { tenant } = await arrange();
  const path = `/staff/account/deletion-endpoint?account_id=${tenant.account_id}`;
  const body = { url: own.url, secret: OWN_SECRET };
  const admin = await consoleOf(world, tenant.admin);
  for (const status of [
    (await admin.get(path)).status,
    (await admin.put(path, body)).status,
    (await admin.delete(path)).status,
  ])
    assert.equal(status, 403);
  const staff = await consoleOf(world, await world.staff());
  assert.equal((await staff.put(path, { ...body, secret: 'short' })).status, 400);
  const { status, body: saved } = await staff.put(path, body);
  assert.deepEqual([status, saved.url, saved.has_default], [200, own.url, true]);
  assert.equal((await staff.put(path, { url: own.url })).status, 200, 'without a change');
  assert.equal((await staff.delete(path)).body.url, null);
  assert.equal((await staff.delete(path)).status, 200);
  const { body: audit } = await admin.get('/audit?limit=2');
  assert.deepEqual(
    audit.entries.map(({ action, actor }: { action: string; actor: { kind: string } }) => [
      action,
      actor.kind,
    ]),
    [
      ['account.deletion_endpoint_removed', 'staff'],
      ['account.deletion_endpoint_changed', 'staff'],
    ],
  );
  assert.ok(!JSON.stringify(audit).includes(OWN_SECRET));
});
