import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { databaseAsAccount, withSharedRows } from '../src/lib/sql/rowSecurity.ts';
import { declareRestrictedRoleTests } from './support/restricted.ts';
import { listTables } from './support/tables.ts';
import { openWorld } from './support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const other = await world.account();
const api = await tenant.api();
await api.post('/v1/api-tenant-tasks', { title: 'A' });

const device = await tenant.device();
const [session_id, approved, pending] = [randomUUID(), randomUUID(), randomUUID()];
await world.db`
  insert into sessions (account_id, id, seat_id, user_id, role, status, started_at, last_seen_at, created_at)
  values (${tenant.account_id}, ${session_id}, ${device.seat_id}, ${device.user_id}, 'trainer', 'in_progress', now(), now(), now())`;
await world.db`
  insert into procedures (account_id, id, session_id, position, title, status, created_at)
  values
    (${tenant.account_id}, ${approved}, ${session_id}, 0, 'Shared', 'approved', now()),
    (${tenant.account_id}, ${pending}, ${session_id}, 1, 'In review', 'pending', now())`;

const tables = await world.db<
  { name: string; secured: boolean; policies: number; first_key: string | null }[]
>`
  select class.relname as name,
         class.relrowsecurity as secured,
         (select count(*)::int from pg_policy as policy where policy.polrelid = class.oid) as policies,
         (
           select attribute.attname::text
           from pg_index as index
           join pg_attribute as attribute
             on attribute.attrelid = class.oid
             and attribute.attnum = index.indkey[0]
           where index.indrelid = class.oid
             and index.indisprimary
         ) as first_key
  from pg_class as class
  join pg_attribute as account
    on account.attrelid = class.oid
    and account.attname = 'account_id'
  where class.relnamespace = 'public'::regnamespace
    and class.relkind in ('r', 'p')
    and not class.relispartition`;
/** Tables that are searched before the account is known. */
const DIRECTORIES = ['email_addresses', 'pairing_codes', 'oauth_apps'];

/** Tables of the platform, of the server, and of sign-ins before the account is known. */
const WITHOUT_ACCOUNT = ['accounts', 'backups', 'migrations', 'sign_in_failures', 'staff', 'webhook_senders'];

test('every table belongs to accounts, except those of the platform', async () => {
  const of_accounts = new Set(tables.map(({ name }) => name));
  assert.ok(of_accounts.size > 30, `${of_accounts.size}`);
  const others = (await listTables(world.db)).filter((name) => !of_accounts.has(name));
  assert.deepEqual(others.toSorted(), WITHOUT_ACCOUNT);
});

for (const { name, secured, policies, first_key } of tables.filter(
  ({ name: table }) => !DIRECTORIES.includes(table),
)) {
  test(`${name} belongs to accounts: secured rows, the account first in its key`, () => {
    assert.equal(secured, true);
    assert.ok(policies >= 1);
    assert.equal(first_key, 'account_id');
  });
}

test('a query without an account condition finds only rows of its own account', async () => {
  const everybody = await world.db`select id from tasks`;
  assert.equal(everybody.length, 1);
  const seenByOther = await databaseAsAccount(world.db, other.account_id)`select id from tasks`;
  assert.equal(seenByOther.length, 0);
  const seenByOwner = await databaseAsAccount(world.db, tenant.account_id)`select id from tasks`;
  assert.equal(seenByOwner.length, 1);
});

test('a write into another account is rejected', async () => {
  const db = databaseAsAccount(world.db, other.account_id);
  const moved = db.begin(
    (tx) => tx`insert into api_keys (account_id, id, name, token_hash, last4, scopes, created_at)
               values (${tenant.account_id}, ${other.account_id}, 'x', 'x', 'x', '{}', now())`,
  );
  await assert.rejects(moved, /row-level security/);
});

test('only the view for it returns records that accounts share, and only approved ones', async () => {
  const view = databaseAsAccount(world.db, other.account_id);
  assert.equal((await view`select id from procedures`).length, 0);
  const shared = await withSharedRows(view)<{ id: string }[]>`select id from procedures`;
  assert.deepEqual(
    shared.map(({ id }) => id),
    [approved],
  );
  assert.equal((await withSharedRows(view)`select id from tasks`).length, 0);
  const written = withSharedRows(view)`update procedures set title = 'Taken' where id = ${approved}`;
  assert.equal((await written).count, 0);
});

declareRestrictedRoleTests('access');
