import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { createAccount } from '../../src/features/accounts/accounts.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { newId } from '../../src/lib/ids.ts';
import { connect, transaction } from '../../src/lib/sql/sql.ts';
import { onOneServer } from '../support/cluster.ts';
import { cloneDatabase } from '../support/database.ts';
import { eventsOf } from '../support/events.ts';
import { LONG_TIMEOUTS } from '../support/longTimeouts.ts';
import { makeTools } from '../support/tools.ts';
import { openProxy } from './support/proxy.ts';

const fresh = await cloneDatabase();
const proxy = await openProxy(fresh.connection);
const statements: string[] = [];
const db = connect(proxy.target, { ...LONG_TIMEOUTS, observe: (text) => void statements.push(text) });
after(async () => {
  await db.end({ timeout: 1 });
  await proxy.close();
  await fresh.drop();
});
afterEach(() => proxy.forward());

const tools = makeTools();
const admin = { email: 'ada@example.com', full_name: 'Ada Admin', password: 'correct horse battery' };
const now = new Date();
const { account_id, user_id } = await createAccount(
  { db: fresh.db, now, tools },
  { name: 'Werkstatt Nord', admin },
);
const ctx = { db, account_id, actor: { kind: 'user', user_id }, now, tools } as const;
const AT_ONCE = 12;
const createAll = (title: string) =>
  Promise.all(Array.from({ length: AT_ONCE }, () => createTask(ctx, { title })));

/** Asserts that nothing was lost or duplicated, and that each task has exactly one event. */
async function assertOnce(title: string, ids: readonly string[]): Promise<void> {
  const rows = await fresh.db<{ id: string }[]>`
    select id
    from tasks
    where account_id = ${account_id}
      and title = ${title}
    order by id`;
  assert.deepEqual(
    rows.map(({ id }) => id),
    ids,
  );
  for (const id of ids) assert.equal((await eventsOf(fresh.db, account_id, id)).length, 1);
  const [counted] = await fresh.db<[{ total: number }]>`
    select sum(change)::int as total
    from count_deltas
    where account_id = ${account_id}
      and counted = 'tasks'`;
  const [{ total }] = await fresh.db<[{ total: number }]>`
    select count(*)::int as total
    from tasks
    where account_id = ${account_id}`;
  assert.equal(counted.total, total);
}

test('a shared transaction that committed is not run again after a lost response to COMMIT', async () => {
  proxy.swallowNextCommit();
  statements.length = 0;
  const tasks = await createAll('Swallowed');
  await assertOnce(
    'Swallowed',
    tasks.map(({ id }) => id),
  );
  assert.equal(countInserts(), 1);
});

test('a task of a shared transaction commits although another one was rejected', async () => {
  proxy.swallowNextCommit();
  statements.length = 0;
  const [made, refused] = await Promise.allSettled([
    createTask(ctx, { title: 'Alone' }),
    createTask(ctx, { title: 'Refused', assigned_to: newId(now) }),
  ]);
  assert.equal(refused.status, 'rejected');
  assert.equal(made.status, 'fulfilled');
  await assertOnce('Alone', [made.value.id]);
  assert.equal(countInserts(), 1);
});

test('a shared transaction that is cut off before COMMIT is run again', async () => {
  proxy.cutBeforeNextCommit();
  statements.length = 0;
  const tasks = await createAll('Cut');
  await assertOnce(
    'Cut',
    tasks.map(({ id }) => id),
  );
  assert.equal(countInserts(), 2);
});

test(
  'a shared transaction that is cut off during COMMIT is written once',
  onOneServer('a trigger that waits in a COMMIT'),
  async () => {
    await fresh.db.unsafe(SLOW_COMMIT);
    proxy.cutDuringNextCommit();
    const tasks = await createAll('Late');
    await fresh.db`drop trigger slow_commit on events`;
    await assertOnce(
      'Late',
      tasks.map(({ id }) => id),
    );
  },
);

const SLOW_COMMIT = `
  create function slow_commit() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.02); return null; end $$;
  create constraint trigger slow_commit after insert on events
    deferrable initially deferred for each row execute function slow_commit()`;

test('control: a transaction that does not check whether it committed is run again', async () => {
  await fresh.db.unsafe('create table scratch (id uuid primary key)');
  proxy.swallowNextCommit();
  await transaction(db, async (tx) => void (await tx`insert into scratch values (gen_random_uuid())`));
  assert.equal((await fresh.db`select id from scratch`).length, 2);
});

function countInserts(): number {
  return statements.filter((text) => text.includes('insert into tasks')).length;
}
