/* The deletion of an account, from the request to the proof, including all of its data. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccount, reactivateAccount } from '../../src/features/accounts/accounts.ts';
import { deleteRowsOfTable } from '../../src/features/accounts/removal/batches.ts';
import { removeDueAccounts } from '../../src/features/accounts/removal/removal.ts';
import { listFinishedRemovals } from '../../src/features/accounts/removal/finishedRemovals.ts';
import {
  createRemovalContext,
  cancelRemoval,
  requestRemoval,
} from '../../src/features/accounts/removal/requests.ts';
import {
  KEEP_REASON_BY_TABLE,
  TABLES_IN_DELETION_ORDER,
} from '../../src/features/accounts/removal/tables.ts';
import { recordAudit } from '../../src/audit/audit.ts';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { newId } from '../../src/lib/ids.ts';
import { connect } from '../../src/lib/sql/sql.ts';
import { failFast } from '../../src/lib/concurrency/backoffRunner.ts';
import { consoleOf } from '../../support/console.ts';
import { populateAccount } from '../contracts/support/populate.ts';
import { openAccountCallers } from '../contracts/support/stage.ts';
import { LONG_TIMEOUTS } from '../support/longTimeouts.ts';
import { adminBrowser, connectApp, makeApp } from '../support/oauth.ts';
import { openWorld } from '../support/world.ts';
import { insertRowsWithoutApi } from './support/insertRows.ts';
import { countRowsContaining, countRowsOfAccount, listTablesWithColumn } from './support/remainingRows.ts';

const NAME = 'Werkstatt Süd';
const MINUTE_MS = 60_000;

const world = await openWorld();
const { db, clock } = world;
const side = await openAccountCallers(world, NAME);
const { tenant } = side;
const current_password = tenant.admin.password;
const neighbour = await openAccountCallers(world, 'Werkstatt Nord');
const app = await makeApp(world, tenant, { scopes: ['manage:webhooks', 'read:tasks'] });
await populateAccount(world, side, 2);
await populateAccount(world, neighbour, 1);
const browser = await adminBrowser(world, neighbour.tenant);
const tokens = await connectApp(world, browser, app, 'manage:webhooks read:tasks');
const hook = { url: 'https://hooks.example.com/planner', events: ['task.created'] };
const subscribed = await world.as(tokens.access_token).post('/v1/webhook-subscribe', hook);
assert.equal(subscribed.status, 201);
await insertRowsWithoutApi(world, tenant);
await world.app.requests.flush();

const files_before = await listFiles();
const names = [tenant.account_id, tenant.admin.email];
const held = await countRowsOfAccount(db, tenant.account_id);
const foreign = await countRowsOfAccount(db, neighbour.tenant.account_id);

async function listFiles(): Promise<string[]> {
  const keys: string[] = [];
  for (const area of ['forms', 'knowledge'])
    for await (const { key } of world.files.list(area)) keys.push(key);
  return keys.toSorted();
}

async function listKnownFiles(): Promise<string[]> {
  const rows = await db<{ key: string }[]>`
    select template_key as key from forms where template_key is not null
    union select thumbnail_key from forms where thumbnail_key is not null
    union select file_key from knowledge_documents`;
  return rows.map(({ key }) => key).toSorted();
}

/** Runs of one batch each, as if the process crashed after every batch; then one run for the rest. */
async function removeInPieces(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await removeDueAccounts(world.platform(), failFast, 0);
  assert.ok((await countRowsOfAccount(db, tenant.account_id))['users'], 'something is left after the pieces');
  await removeDueAccounts(world.platform(), failFast, Infinity);
}

test('every table with an account is removed or kept with a reason', async () => {
  const known = [...TABLES_IN_DELETION_ORDER, ...Object.keys(KEEP_REASON_BY_TABLE)].toSorted();
  assert.deepEqual(await listTablesWithColumn(db, 'account_id'), known);
  // An own deletion endpoint would have to be told of the sessions first;
  // test/accounts/announceDeletions.test.ts covers that.
  const empty = TABLES_IN_DELETION_ORDER.filter(
    (table) => held[table] === undefined && table !== 'deletion_endpoints',
  );
  assert.deepEqual(empty, [], 'give the account a row of each, so that its removal is seen');
});

test('400 for a wrong account name, 409 for a second deletion request, 404 for cancelling without a request', async () => {
  const admin = await consoleOf(world, tenant.admin);
  assert.equal((await admin.post('/account/deletion', { name: 'Werkstatt', current_password })).status, 400);
  assert.equal((await admin.call('/account/deletion', { method: 'DELETE' })).status, 404);
  const asked = await admin.post('/account/deletion', { name: NAME, current_password });
  assert.equal(asked.status, 201);
  assert.equal(Date.parse(asked.body.due_at) - clock.now().getTime(), 30 * DAY_MS);
  assert.equal((await admin.post('/account/deletion', { name: NAME, current_password })).status, 409);
  assert.equal((await admin.get('/account/deletion')).body.deletion.requested_by, 'admin');
});

test('400 without the password or with a wrong one, for the admin and for staff, and nothing is scheduled', async () => {
  const other = await world.account('Werkstatt Ost');
  const admin = await consoleOf(world, other.admin);
  const staff = await consoleOf(world, await world.staff());
  const body = { name: 'Werkstatt Ost' };
  const path = `/staff/account/deletion?account_id=${other.account_id}`;
  for (const given of [body, { ...body, current_password: 'wrong' }]) {
    const answers = [await admin.post('/account/deletion', given), await staff.post(path, given)];
    for (const { status, body: answer } of answers)
      assert.deepEqual([status, answer.message.split(':')[0]], [400, 'current_password']);
  }
  assert.equal((await admin.get('/account/deletion')).body.deletion, null);
});

test('200 for all requests of the account until the deletion starts, which can be cancelled until then', async () => {
  await removeDueAccounts(world.platform(), failFast);
  const admin = await consoleOf(world, tenant.admin);
  assert.equal((await admin.get('/tasks')).status, 200);
  assert.equal((await admin.call('/account/deletion', { method: 'DELETE' })).status, 200);
  assert.equal((await admin.get('/account/deletion')).body.deletion, null);
});

test('409 for cancelling a started deletion or reactivating its account; nobody can sign in', async () => {
  const staff = await createRemovalContext(
    { ...world.platform(), staff_id: newId(clock.now()) },
    tenant.account_id,
  );
  await requestRemoval(staff, { name: NAME });
  const held_now = await countRowsOfAccount(db, tenant.account_id);
  clock.advance(30 * DAY_MS);
  await removeDueAccounts(world.platform(), failFast, 0);
  await assert.rejects(cancelRemoval(await createRemovalContext(world.platform(), tenant.account_id)), {
    code: 'CONFLICT',
  });
  await assert.rejects(reactivateAccount(world.platform(), tenant.account_id), { code: 'CONFLICT' });
  Object.assign(held, held_now);
});

test('all rows are removed in batches, also across interruptions, and the record of removal counts every row', async () => {
  await removeInPieces();
  // A late write of a worker that was still processing.
  await db.begin((tx) => recordAudit(tx, { ...tenant.ctx(), now: clock.now() }, { action: 'seat.paired' }));
  clock.advance(6 * MINUTE_MS);
  await removeDueAccounts(world.platform(), failFast, Infinity);
  // The test named bundles of the platform after the account, so the bundles and their audit entries contain its name.
  const { bundles, audit_entries, ...traces } = await countRowsContaining(db, names);
  assert.equal(bundles, audit_entries);
  assert.deepEqual(traces, { account_removals: 2 });

  const { deletions } = await listFinishedRemovals(world.platform(), { limit: 10, offset: 0 });
  const [proof, called_off] = deletions;
  assert.ok(called_off?.cancelled_at);
  assert.ok(proof?.finished_at);
  assert.equal(proof.requested_by, 'staff');
  for (const table of ['tasks', 'users', 'events', 'sessions', 'forms', 'email_addresses'])
    assert.equal(proof.removed[table], held[table], table);
});

test('the files of the account are removed, and those of other accounts are kept', async () => {
  const files = await listFiles();
  assert.ok(files.length < files_before.length);
  assert.deepEqual(
    files.filter((key) => files_before.includes(key)),
    await listKnownFiles(),
  );
});

test("401 for a token of the removed account's app in another account, whose rows stay unchanged", async () => {
  assert.equal((await world.as(tokens.access_token).get('/v1/api-tenant-tasks')).status, 401);
  const others = await countRowsOfAccount(db, neighbour.tenant.account_id);
  const { oauth_grants = 0, oauth_refresh_tokens = 0, oauth_access_tokens = 0, ...same } = foreign;
  assert.deepEqual(
    { ...others, browser_sessions: same['browser_sessions'], request_log: same['request_log'] },
    {
      ...same,
      oauth_grants: oauth_grants - 1,
      oauth_refresh_tokens: oauth_refresh_tokens - 1,
      oauth_access_tokens: oauth_access_tokens - 1,
      oauth_authorizations: (same['oauth_authorizations'] ?? 0) - 1,
    },
  );
});

test("the endpoint of the removed account's app in another account is deleted", async () => {
  const { account_id } = neighbour.tenant;
  const [endpoint] = await db`
    select deleted_at is not null as is_deleted, grant_id
    from webhook_endpoints
    where account_id = ${account_id} and id = ${subscribed.body.id}`;
  assert.deepEqual({ ...endpoint }, { is_deleted: true, grant_id: null });
});

test('201 for the email addresses of a removed account in a new account', async () => {
  const admin = { ...tenant.admin, full_name: 'Ada Admin' };
  const made = await createAccount(world.platform(), { name: NAME, admin });
  assert.notEqual(made.account_id, tenant.account_id);
});

test('control: a table without removal and a remaining row are found', async () => {
  await db`create table forgotten (account_id uuid not null, note text)`;
  await db`insert into forgotten (account_id) values (${tenant.account_id})`;
  const known: string[] = [...TABLES_IN_DELETION_ORDER, ...Object.keys(KEEP_REASON_BY_TABLE)];
  const tables = await listTablesWithColumn(db, 'account_id');
  assert.deepEqual(
    tables.filter((name) => !known.includes(name)),
    ['forgotten'],
  );
  assert.equal((await countRowsContaining(db, names))['forgotten'], 1);
  await db`drop table forgotten`;
});

test('two processes remove one account concurrently and count each row once', async () => {
  const doomed = await world.account('Doppelt');
  const api = await doomed.api();
  for (let i = 0; i < 20; i++) await api.post('/v1/api-tenant-tasks', { title: `Task ${i}` });
  await world.app.requests.flush();
  await requestRemoval(await createRemovalContext(world.platform(), doomed.account_id), {
    name: 'Doppelt',
    days: 0,
  });
  const beside = connect(world.connection, LONG_TIMEOUTS);
  const other = { ...world.platform(), db: beside };
  const work = () =>
    Promise.all([world.platform(), other].map((one) => removeDueAccounts(one, failFast, Infinity)));
  await work();
  clock.advance(6 * MINUTE_MS);
  for (let left = 1; left > 0; left = (await countRowsOfAccount(db, doomed.account_id))['users'] ?? 0)
    await work();
  await work();
  await beside.end({ timeout: 1 });
  const [proof] = (await listFinishedRemovals(world.platform(), { limit: 1, offset: 0 })).deletions;
  assert.equal(proof?.removed['tasks'], 20);
  assert.equal(proof?.removed['users'], 1);
  assert.deepEqual(Object.keys(await countRowsContaining(db, [doomed.account_id])), ['account_removals']);
});

test('no row is removed while another process holds the removal', async () => {
  const { account_id } = await world.account('Gehalten');
  await requestRemoval(await createRemovalContext(world.platform(), account_id), {
    name: 'Gehalten',
    days: 0,
  });
  await removeDueAccounts(world.platform(), failFast, 0);
  const removing = { platform: world.platform(), account_id, hasTime: () => true };
  const beside = connect(world.connection, LONG_TIMEOUTS);
  await beside.begin(async (holder) => {
    await holder`select 1 from account_removals where account_id = ${account_id} for update`;
    assert.equal(await deleteRowsOfTable(removing, 'audit_entries'), false);
  });
  await beside.end({ timeout: 1 });
  assert.ok((await countRowsOfAccount(db, account_id))['audit_entries']);
  assert.equal(await deleteRowsOfTable(removing, 'audit_entries'), true);
  assert.equal((await countRowsOfAccount(db, account_id))['audit_entries'], undefined);
});

test('a batch that the database cancels is repeated with fewer rows, and its other failures are thrown', async () => {
  const { account_id } = await world.account('Langsam');
  await requestRemoval(await createRemovalContext(world.platform(), account_id), {
    name: 'Langsam',
    days: 0,
  });
  await removeDueAccounts(world.platform(), failFast, 0);
  const removing = { platform: world.platform(), account_id, hasTime: () => true };
  const cancelWith = (code: string, most: number) =>
    db.unsafe(`
      create or replace function cancel_large() returns trigger language plpgsql as $$
      begin
        if (select count(*) from removed) > ${most} then raise exception 'too slow' using errcode = '${code}'; end if;
        return null;
      end $$`);
  await db`
    insert into audit_entries
    select (jsonb_populate_record(entry, jsonb_build_object('id', gen_random_uuid()))).*
    from audit_entries as entry
    cross join generate_series(1, 20)
    where account_id = ${account_id}`;
  const held_rows = (await countRowsOfAccount(db, account_id))['audit_entries'] ?? 0;
  assert.ok(held_rows > 8);
  const leaves = await db<{ name: string }[]>`
    select relid::regclass::text as name from pg_partition_tree('audit_entries') where isleaf`;
  await cancelWith('XX000', 8);
  for (const { name } of leaves)
    await db.unsafe(`create trigger cancel_large after delete on ${name}
      referencing old table as removed for each statement execute function cancel_large()`);
  await assert.rejects(deleteRowsOfTable(removing, 'audit_entries'), { code: 'XX000' });
  await cancelWith('57014', 8);
  assert.equal(await deleteRowsOfTable(removing, 'audit_entries'), true);
  assert.equal((await countRowsOfAccount(db, account_id))['audit_entries'] ?? 0, 0);
  for (const { name } of leaves) await db.unsafe(`drop trigger cancel_large on ${name}`);
  await db`drop function cancel_large`;
});
