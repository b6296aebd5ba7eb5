import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asAccount } from '../src/lib/rowSecurity.ts';
import { declareRestricted } from './support/restricted.ts';
import { openWorld } from './support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const other = await world.account();
const api = await tenant.api();
await api.post('/v1/api-tenant-tasks', { title: 'A' });

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
/** Directories: what must be found before the account is known. */
const DIRECTORIES = ['email_addresses', 'pairing_codes', 'oauth_apps'];

for (const { name, secured, policies, first_key } of tables.filter(
  ({ name: table }) => !DIRECTORIES.includes(table),
)) {
  test(`${name} belongs to accounts: secured rows, the account first in its key`, () => {
    assert.equal(secured, true);
    assert.ok(policies >= 1);
    assert.equal(first_key, 'account_id');
  });
}

test('a query that forgot its account finds only its own rows', async () => {
  const everybody = await world.db`select id from tasks`;
  assert.equal(everybody.length, 1);
  const seenByOther = await asAccount(world.db, other.account_id)`select id from tasks`;
  assert.equal(seenByOther.length, 0);
  const seenByOwner = await asAccount(world.db, tenant.account_id)`select id from tasks`;
  assert.equal(seenByOwner.length, 1);
});

test('a write into another account is refused', async () => {
  const db = asAccount(world.db, other.account_id);
  const moved = db.begin(
    (tx) => tx`insert into api_keys (account_id, id, name, token_hash, last4, scopes, created_at)
               values (${tenant.account_id}, ${other.account_id}, 'x', 'x', 'x', '{}', now())`,
  );
  await assert.rejects(moved, /row-level security/);
});

declareRestricted([
  'console/work',
  '{access,device,inbound,reports,seats}/*',
  'oauth/{flow,attacks.*}',
  'signin/{signIn,staff,secondFactor,links}',
]);
