/* An account that is deleted: from the request to the proof, with everything that it had. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccount, reactivateAccount } from '../../src/features/accounts/accounts.ts';
import { removeDueAccounts } from '../../src/features/accounts/removal/removal.ts';
import { listRemovals } from '../../src/features/accounts/removal/proof.ts';
import { actOn, cancelRemoval, requestRemoval } from '../../src/features/accounts/removal/requests.ts';
import { KEPT_TABLES, REMOVED_TABLES } from '../../src/features/accounts/removal/tables.ts';
import { audit } from '../../src/audit/audit.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import { newId } from '../../src/lib/ids.ts';
import { startPairing } from '../../src/features/seats/pairing.ts';
import { connect } from '../../src/lib/sql.ts';
import { allAtOnce } from '../../src/lib/turns.ts';
import { consoleOf } from '../../support/console.ts';
import { populate } from '../contracts/support/populate.ts';
import { openSide } from '../contracts/support/stage.ts';
import { adminBrowser, connect as connectApp, makeApp } from '../support/oauth.ts';
import { openWorld, type Tenant } from '../support/world.ts';
import { countNaming, listTablesWith, type Count } from './support/traces.ts';

const NAME = 'Werkstatt Süd';
const MINUTE_MS = 60_000;

const world = await openWorld();
const { db, clock } = world;
const side = await openSide(world, NAME);
const { tenant } = side;
const neighbour = await openSide(world, 'Werkstatt Nord');
const app = await makeApp(world, tenant);
await populate(world, side, 2);
await populate(world, neighbour, 1);
const browser = await adminBrowser(world, neighbour.tenant);
const tokens = await connectApp(world, browser, app);
await plantRest(tenant);
await world.app.requests.flush();

const files_before = await listFiles();
const names = [tenant.account_id, tenant.admin.email];
const held = await countOwned(tenant.account_id);
const foreign = await countOwned(neighbour.tenant.account_id);

/** Rows of kinds that no way into the account makes at will. */
async function plantRest({ account_id, admin_id }: Tenant): Promise<void> {
  const id = newId(clock.now());
  await db`
    insert into password_resets (account_id, id, user_id, token_hash, created_at)
    values (${account_id}, ${id}, ${admin_id}, 'x', now())`;
  await db`
    insert into second_factors (account_id, user_id, secret, last_step, created_at)
    values (${account_id}, ${admin_id}, 'x', 0, now())
    on conflict do nothing`;
  await db`
    insert into recovery_codes (account_id, user_id, code_hash)
    values (${account_id}, ${admin_id}, 'x')`;
  await db`
    insert into webhook_retries (account_id, id, since, total, cursor_event_id, cursor_endpoint_id, created_at)
    values (${account_id}, ${id}, now(), 1, ${id}, ${id}, now())`;
  await db`
    insert into webhook_attempts (account_id, event_id, endpoint_id, id, attempt, attempted_at, outcome, total_ms)
    values (${account_id}, ${id}, ${id}, ${id}, 1, now(), 'delivered', 1)`;
  await db`
    insert into count_splits (account_id, counted, owner, level, starts_at)
    values (${account_id}, 'tasks', ${id}, 'month', now())`;
  await db`
    insert into count_cells (account_id, counted, owner, level, starts_at, trait, count)
    values (${account_id}, 'tasks', ${id}, 'month', now(), '', 1)`;
  await db`update tasks set session_id = (select min(id::text)::uuid from sessions where account_id = ${account_id})
           where account_id = ${account_id}`;
  await db`
    insert into knowledge_passages (account_id, document_id, position, collection_id, body, words)
    select document.account_id, document.id, 1, document.collection_id, 'x', ''
    from knowledge_documents as document
    where document.account_id = ${account_id}
    on conflict do nothing`;
  await db`
    insert into knowledge_words (account_id, word, document_id, passages)
    select document.account_id, 'x', document.id, 1
    from knowledge_documents as document
    where document.account_id = ${account_id}
    on conflict do nothing`;
  const [seat] = await db<[{ id: string }]>`select id from seats where account_id = ${account_id}`;
  await startPairing(tenant.ctx(), seat.id);
  await db`insert into bundle_seats values (${account_id}, ${id}, ${seat.id}, now())`;
  await db`insert into bundle_allocations values (${account_id}, ${id}, now())`;
  await db`insert into count_ledgers (account_id, counted) values (${account_id}, 'tasks') on conflict do nothing`;
  const api = await tenant.api();
  await api.post('/v1/api-tenant-tasks', { title: 'Once' }, { 'Idempotency-Key': 'once' });
  const [procedure] = await db<{ id: string }[]>`select id from procedures where account_id = ${account_id}`;
  await db`
    insert into bundle_procedures (account_id, procedure_id, bundle_id)
    values (${account_id}, ${procedure?.id ?? null}, ${id})`;
}

async function countOwned(account_id: string): Promise<Count> {
  const counts: Count = {};
  for (const name of await listTablesWith(db, 'account_id')) {
    const [{ count }] = await db.unsafe<[{ count: number }]>(
      `select count(*)::int as count from "${name}" where account_id = $1`,
      [account_id],
    );
    if (count > 0) counts[name] = count;
  }
  return counts;
}

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

/** Turns of one batch, as if the process died after each; then one of all that is left. */
async function removeInPieces(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await removeDueAccounts(world.platform(), allAtOnce, 0);
  assert.ok((await countOwned(tenant.account_id))['users'], 'something is left after the pieces');
  await removeDueAccounts(world.platform(), allAtOnce, MINUTE_MS);
}

test('every table with an account is removed, or kept for a reason', async () => {
  const known = [...REMOVED_TABLES, ...Object.keys(KEPT_TABLES)].toSorted();
  assert.deepEqual(await listTablesWith(db, 'account_id'), known);
  const empty = REMOVED_TABLES.filter((table) => held[table] === undefined);
  assert.deepEqual(empty, [], 'give the account a row of each, so that its removal is seen');
});

test('400 for another name, 409 when it is asked for twice, 404 to call off what was not asked for', async () => {
  const admin = await consoleOf(world, tenant.admin);
  assert.equal((await admin.post('/account/deletion', { name: 'Werkstatt' })).status, 400);
  assert.equal((await admin.call('/account/deletion', { method: 'DELETE' })).status, 404);
  const asked = await admin.post('/account/deletion', { name: NAME });
  assert.equal(asked.status, 201);
  assert.equal(Date.parse(asked.body.due_at) - clock.now().getTime(), 30 * DAY_MS);
  assert.equal((await admin.post('/account/deletion', { name: NAME })).status, 409);
  assert.equal((await admin.get('/account/deletion')).body.deletion.requested_by, 'admin');
});

test('200 for all of it until the moment, and it can be called off', async () => {
  await removeDueAccounts(world.platform(), allAtOnce);
  const admin = await consoleOf(world, tenant.admin);
  assert.equal((await admin.get('/tasks')).status, 200);
  assert.equal((await admin.call('/account/deletion', { method: 'DELETE' })).status, 200);
  assert.equal((await admin.get('/account/deletion')).body.deletion, null);
});

test('409 for staff to call off or reactivate once it has begun; nobody gets in', async () => {
  const staff = await actOn({ ...world.platform(), staff_id: newId(clock.now()) }, tenant.account_id);
  await requestRemoval(staff, { name: NAME });
  const held_now = await countOwned(tenant.account_id);
  clock.advance(30 * DAY_MS);
  await removeDueAccounts(world.platform(), allAtOnce, 0);
  await assert.rejects(cancelRemoval(await actOn(world.platform(), tenant.account_id)), { code: 'CONFLICT' });
  await assert.rejects(reactivateAccount(world.platform(), tenant.account_id), { code: 'CONFLICT' });
  Object.assign(held, held_now);
});

test('everything leaves in pieces, whatever ends between them, and the proof counts every row', async () => {
  await removeInPieces();
  // What a worker still had in hand.
  await db.begin((tx) => audit(tx, { ...tenant.ctx(), now: clock.now() }, { action: 'late.entry' }));
  clock.advance(6 * MINUTE_MS);
  await removeDueAccounts(world.platform(), allAtOnce, MINUTE_MS);
  // The test names bundles of the platform after the account.
  const { bundles, audit_entries, ...traces } = await countNaming(db, names);
  assert.equal(bundles, audit_entries);
  assert.deepEqual(traces, { account_removals: 2 });

  const { deletions } = await listRemovals(world.platform(), { limit: 10, offset: 0 });
  const [proof, called_off] = deletions;
  assert.ok(called_off?.cancelled_at);
  assert.ok(proof?.finished_at);
  assert.equal(proof.requested_by, 'staff');
  for (const table of ['tasks', 'users', 'events', 'sessions', 'forms', 'email_addresses'])
    assert.equal(proof.removed[table], held[table], table);
});

test('the files of the account left, and those of others stayed', async () => {
  const files = await listFiles();
  assert.ok(files.length < files_before.length);
  assert.deepEqual(
    files.filter((key) => files_before.includes(key)),
    await listKnownFiles(),
  );
});

test('401 for a token of its app in another account, whose rows are as they were', async () => {
  assert.equal((await world.as(tokens.access_token).get('/v1/api-tenant-tasks')).status, 401);
  const others = await countOwned(neighbour.tenant.account_id);
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

test('201 for its addresses in a new account', async () => {
  const admin = { ...tenant.admin, full_name: 'Ada Admin' };
  const made = await createAccount(world.platform(), { name: NAME, admin });
  assert.notEqual(made.account_id, tenant.account_id);
});

test('a table that is forgotten is found, and so is a row that stays', async () => {
  await db`create table forgotten (account_id uuid not null, note text)`;
  await db`insert into forgotten (account_id) values (${tenant.account_id})`;
  const known: string[] = [...REMOVED_TABLES, ...Object.keys(KEPT_TABLES)];
  const tables = await listTablesWith(db, 'account_id');
  assert.deepEqual(
    tables.filter((name) => !known.includes(name)),
    ['forgotten'],
  );
  assert.equal((await countNaming(db, names))['forgotten'], 1);
  await db`drop table forgotten`;
});

test('two processes remove one account beside each other, and count each row once', async () => {
  const doomed = await world.account('Doppelt');
  const api = await doomed.api();
  for (let i = 0; i < 20; i++) await api.post('/v1/api-tenant-tasks', { title: `Task ${i}` });
  await world.app.requests.flush();
  await requestRemoval(await actOn(world.platform(), doomed.account_id), { name: 'Doppelt', days: 0 });
  const beside = connect(world.connection);
  const other = { ...world.platform(), db: beside };
  const work = () =>
    Promise.all([world.platform(), other].map((one) => removeDueAccounts(one, allAtOnce, MINUTE_MS)));
  await work();
  clock.advance(6 * MINUTE_MS);
  for (let left = 1; left > 0; left = (await countOwned(doomed.account_id))['users'] ?? 0) await work();
  await work();
  await beside.end({ timeout: 1 });
  const [proof] = (await listRemovals(world.platform(), { limit: 1, offset: 0 })).deletions;
  assert.equal(proof?.removed['tasks'], 20);
  assert.equal(proof?.removed['users'], 1);
  assert.deepEqual(Object.keys(await countNaming(db, [doomed.account_id])), ['account_removals']);
});
