/* Actor, target and origin of audit entries, and the same entries as CSV. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renameAccount } from '../../src/features/accounts/accounts.ts';
import { sentenceOfAction } from '../../dashboard/features/audit/sentences.ts';
import { newId } from '../../src/lib/ids.ts';
import { openBrowser } from '../../support/browser.ts';
import { consoleOf } from '../../support/console.ts';
import { deliverMails, tokenIn } from '../support/sentMails.ts';
import { memberOf } from '../support/memberOf.ts';
import { adminBrowser, connectApp, makeApp } from '../support/oauth.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account('Nord');
const admin = await consoleOf(world, tenant.admin);
const other = await consoleOf(world, (await world.account('Süd')).admin);

const listOf = async (by = admin, query = '') => (await by.get(`/audit${query}`)).body.entries;
const saveAs = ({ cookie }: { cookie: string }, query = '') =>
  world.nobody.call(`/audit.csv${query}`, { headers: { Cookie: cookie } });

test('200 with the name of the target of an audit entry, null after its deletion', async () => {
  await admin.post('/keys', { name: 'Planner', scopes: ['read:tasks'] });
  const { body: skill } = await admin.post('/skills', { name: 'Ask', kind: 'knowledge_search', config: {} });
  const [of_skill] = await listOf(admin, '?action=skill.created');
  const [of_key] = await listOf(admin, `?action=key.created`);
  assert.deepEqual(of_key.target, { kind: 'key', name: 'Planner', parent_id: null });
  assert.deepEqual(of_skill.target, { kind: 'skill', name: 'Ask', parent_id: null });
  assert.equal((await admin.delete(`/skills?skill_id=${skill.id}`)).status, 200);
  const acts = await listOf(admin, `?target_id=${skill.id}`);
  assert.deepEqual(
    acts.map(({ action, target }: { action: string; target: unknown }) => [action, target]),
    [
      ['skill.deleted', null],
      ['skill.created', null],
    ],
  );
});

test('200 with an entry under the former name of its action for a filter by either name', async () => {
  const id = newId(new Date());
  const { account_id, admin: owner } = await world.account('Renamed');
  const reader = await consoleOf(world, owner);
  await world.db`
    insert into audit_entries (id, account_id, action, actor_kind, details, created_at)
    values (${id}, ${account_id}, 'mail.hurried', 'staff', '{}', now())`;
  for (const action of ['mail.hurried', 'mail.sent_early', 'mail']) {
    const found = await listOf(reader, `?action=${action}`);
    assert.deepEqual(
      found.map((entry: { id: string; action: string }) => [entry.id, entry.action]),
      [[id, 'mail.hurried']],
      action,
    );
  }
  assert.equal(sentenceOfAction('mail.hurried'), '{actor} sent a waiting email immediately');
  assert.deepEqual(await listOf(reader, '?action=mail.read'), []);
});

test('200 with the name of a connected app of another account', async () => {
  const maker = await world.account('Makers');
  const app = await makeApp(world, maker, { name: 'Planner for all' });
  await connectApp(world, await adminBrowser(world, tenant), app);
  const [entry] = await listOf(admin, `?target_id=${app.client_id}`);
  assert.deepEqual(entry.target, { kind: 'app', name: 'Planner for all', parent_id: null });
});

test('200 with only the host of an endpoint, because its path can be a secret', async () => {
  await admin.post('/endpoints', { url: 'https://hooks.example.com/T0/hush', events: ['task.created'] });
  const [entry] = await listOf(admin, '?action=endpoint');
  assert.equal(entry.target.name, 'hooks.example.com');
});

test('200 with the IP address of an action by the dashboard or a key, and none for the platform', async () => {
  const api = await tenant.api();
  await admin.post('/integrations', { provider: 'erp' });
  await api.post('/v1/integrations', { provider: 'erp' });
  await renameAccount(tenant.ctx(), 'Norden');
  const addresses = (await listOf(admin, '?limit=3')).map(
    ({ address }: { address: string | null }) => address,
  );
  assert.deepEqual(addresses, [null, '127.0.0.1', '127.0.0.1']);
});

test('200 with the IP address that accepted an invitation or paired glasses', async () => {
  await deliverMails(world);
  const { body } = await admin.post('/people', {
    email: 'ines@a.example',
    full_name: 'Ines',
    access: 'member',
  });
  const [letter] = await deliverMails(world);
  const browser = openBrowser(world.url);
  const shown = await browser.get(`/invitation?token=${tokenIn(letter?.text ?? '')}`);
  await browser.submit(shown, '/invitation', { password: 'a fresh long password' });
  const roles = ['trainer'];
  const { seat_id } = (await admin.post('/seats', { device_name: 'Glasses 7', roles, user_id: body.user_id }))
    .body;
  const { code } = (await admin.post(`/seats/pairing?seat_id=${seat_id}`)).body;
  await world.nobody.post('/device/v1/pair', { code, model: 'G2', serial: 'A1' });
  for (const [action, target] of [
    ['user.accepted_invitation', { kind: 'user', name: 'Ines', parent_id: null }],
    ['seat.paired', { kind: 'seat', name: 'Glasses 7', parent_id: null }],
  ] as const) {
    const [entry] = await listOf(admin, `?action=${action}`);
    assert.deepEqual([entry.address, entry.target], ['127.0.0.1', target]);
  }
});

test('200 with the filtered list as CSV, without other accounts', async () => {
  const { status, text, headers } = await saveAs(admin);
  assert.equal(status, 200);
  assert.match(
    headers.get('content-disposition') ?? '',
    /^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/,
  );
  assert.match(text, /^Time,Action,Actor kind,Actor,Actor id,Object,Object id,Address,Details\r\n/);
  const entries = await listOf(admin, '?limit=100');
  assert.equal(text.trimEnd().split('\r\n').length, entries.length + 1);
  assert.match(text, /,key\.created,user,Ada Admin,[0-9a-f-]{36},Planner,[0-9a-f-]{36},127\.0\.0\.1,/);
  const narrow = await saveAs(admin, '?action=key');
  const words = [...narrow.text.matchAll(/,(\w+)\.\w+,user,/g)].map(([, word]) => word);
  assert.deepEqual([...new Set(words)], ['key']);
  assert.doesNotMatch((await saveAs(other)).text, /Planner/);
});

test('400 for a CSV with an invalid time, 403 for members, 303 without a sign-in', async () => {
  assert.equal((await saveAs(admin, '?from=never')).status, 400);
  assert.equal((await saveAs(await consoleOf(world, await memberOf(tenant)))).status, 403);
  const signed_out = await world.nobody.call('/audit.csv?action=key');
  assert.equal(signed_out.headers.get('location'), '/sign-in?next=%2Faudit.csv%3Faction%3Dkey');
});
