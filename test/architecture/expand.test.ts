import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { expandFaults, LAST_OF_OLD_RULE } from './expandRules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const migrations = globSync('migrations/*.sql', { cwd: root })
  .toSorted()
  .map((path) => ({ name: basename(path), text: readFileSync(join(root, path), 'utf8') }));

test('migrations only add, so that the previous version can run at the same time', () => {
  assert.ok(migrations.length >= LAST_OF_OLD_RULE, `${migrations.length}`);
  assert.deepEqual(migrations.flatMap(expandFaults), []);
});

test('control: the previous rule accepted faults that the current rule detects', () => {
  const as_new = migrations.map(({ name, text }) => ({ name: `9${name.slice(1)}`, text }));
  const faulty = as_new.filter((one) => expandFaults(one).length > 0).map(({ name }) => name);
  for (const name of ['9029_ends_of_grants.sql', '9032_clean_names.sql', '9035_short_counts.sql'])
    assert.ok(faulty.includes(name), name);
});

const REFUSED = [
  'drop table tasks',
  'drop index tasks_by_branch',
  'alter table tasks drop column title',
  'alter table tasks drop constraint tasks_title_check',
  'alter table tasks drop constraint tasks_account_id_fkey',
  '-- The use case guards it.\nalter table tasks drop constraint tasks_title_check',
  'alter table tasks drop constraint one, add constraint other check (true) not valid',
  'alter table tasks alter column title drop not null',
  'alter table tasks rename column title to name',
  'alter table tasks rename to work',
  'alter table tasks alter column priority type smallint',
  'alter table tasks alter priority set data type smallint',
  'alter table tasks alter column title set not null',
  'alter table tasks add column colour text not null',
  "alter table tasks add column shade text default 'x', add column colour text not null",
  "alter table tasks add column colour text not null, add column shade text default 'x'",
  'alter table tasks add column made_at timestamptz default clock_timestamp()',
  'alter table tasks add column size integer generated always as (1) stored',
  'alter table tasks add column number bigserial',
  'alter table tasks add column code text unique',
  'alter table tasks add column size integer check (size > 0)',
  'alter table tasks add constraint sized check (size > 0)',
  'alter table tasks add foreign key (account_id) references accounts (id)',
  'alter table tasks add unique (account_id, external_id)',
  'alter table tasks set unlogged',
  'alter table events attach partition events_old for values from (1) to (2)',
  'create index tasks_by_title on tasks (account_id, title)',
  'create unique index on tasks (account_id, title)',
  'create or replace function current_account() returns uuid language sql as $$ select null $$',
  "update tasks set title = 'x'",
  'delete from tasks',
  'with old as (select 1) delete from tasks',
  'truncate tasks',
  'vacuum full tasks',
  'lock table tasks',
  "do $$ begin execute 'drop' || ' table tasks'; end $$",
  'select 1; /* and */ DROP  TABLE tasks',
];

for (const sql of REFUSED)
  test(`rejected in a new migration: ${sql.replaceAll('\n', ' ')}`, () =>
    assert.equal(expandFaults({ name: '0036_new.sql', text: `${sql};` }).length, 1));

const ACCEPTED = [
  'create table pots (id uuid primary key, size integer not null check (size > 0))',
  'create table pots (id uuid); create index on pots (id); update pots set id = null; alter table pots add unique (id)',
  'alter table tasks add column colour text',
  "alter table tasks add column colour text not null default 'drop table'",
  'alter table tasks add column owner uuid references users (id)',
  'alter table tasks add constraint sized check (size > 0) not valid',
  'alter table tasks validate constraint sized',
  'alter table a drop constraint a_kind, add constraint a_kind check (kind in (1, 2)) not valid',
  '-- The lock on the account guards it.\nalter table tasks drop constraint tasks_account_id_fkey',
  '-- Not concurrently: ten rows for each account.\ncreate index on tasks (account_id, title)',
  'create function pick() returns int language plpgsql as $$ begin drop table if exists x; return 1; end $$',
  "insert into count_ledgers (account_id, counted) select id, 'pots' from accounts on conflict do nothing",
  "comment on column tasks.title is 'rename, drop; update tasks'",
  '-- drop table tasks;\nselect 1',
];

for (const sql of ACCEPTED)
  test(`accepted in a new migration: ${sql.replaceAll('\n', ' ')}`, () =>
    assert.deepEqual(expandFaults({ name: '0036_new.sql', text: `${sql};` }), []));

test('migrations that are older than the rule are exempt', () =>
  assert.deepEqual(expandFaults({ name: '0035_old.sql', text: 'drop table tasks;' }), []));
