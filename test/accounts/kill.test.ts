/* A service that is killed while it removes an account. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount } from '../../src/features/accounts/accounts.ts';
import { listFinishedRemovals } from '../../src/features/accounts/removal/finishedRemovals.ts';
import { createRemovalContext, requestRemoval } from '../../src/features/accounts/removal/requests.ts';
import { findConnection } from '../../src/lib/sql/embedded/connectionFile.ts';
import { connect, type Database } from '../../src/lib/sql/sql.ts';
import { LONG_TIMEOUTS } from '../support/longTimeouts.ts';
import { freshDataDirectory, startServiceProcess } from '../support/service.ts';
import { makeTools } from '../support/tools.ts';
import { noteSecret } from '../../support/secrets.ts';

const TASKS = 8_000;
const PASSWORD = 'correct horse battery';
const env = { DATA_DIR: await freshDataDirectory() };
noteSecret(PASSWORD);

/** Opens the database while the service runs. */
async function beside<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const connection = await findConnection(env.DATA_DIR);
  assert.ok(connection);
  const db = connect(connection, { max: 1, ...LONG_TIMEOUTS });
  try {
    return await work(db);
  } finally {
    await db.end({ timeout: 1 });
  }
}

const platformOn = (db: Database) => ({ db, now: new Date(), tools: makeTools() });

async function makeAccount(db: Database, name: string): Promise<string> {
  const admin = { email: `${name}@example.com`.toLowerCase(), full_name: 'Ada', password: PASSWORD };
  const { account_id } = await createAccount(platformOn(db), { name, admin });
  await db`
    insert into tasks (account_id, id, title, status, priority, source, created_at)
    select ${account_id}, gen_random_uuid(), 'Task', 'open', 'low', 'api', now()
    from generate_series(1, ${TASKS}::int)`;
  return account_id;
}

async function readProof(db: Database) {
  const [proof] = (await listFinishedRemovals(platformOn(db), { limit: 1, offset: 0 })).deletions;
  assert.ok(proof);
  return proof;
}

function countTasks(db: Database, account_id: string): Promise<number> {
  return db<{ count: number }[]>`
    select count(*)::int as count from tasks where account_id = ${account_id}`.then(
    ([row]) => row?.count ?? 0,
  );
}

async function waitForFirst(db: Database): Promise<number> {
  for (;;) {
    const { tasks } = (await readProof(db)).removed;
    if (tasks !== undefined) return tasks;
    await sleep(10);
  }
}

/** A trigger that makes the removal wait for an advisory lock after some tasks are removed. */
const HOLDING = `
  create function hold() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from account_removals where removed ? 'tasks') then
        perform pg_advisory_xact_lock(77);
      end if;
      return old;
    end $$;
  create trigger holding before delete on tasks for each row execute function hold()`;

test('after kill -9 during a removal, the remaining rows are removed and every row is counted once', async () => {
  const first = await startServiceProcess(env);
  const [doomed, other, removed_before] = await beside(async (db) => {
    const ids = [await makeAccount(db, 'Doomed'), await makeAccount(db, 'Other')] as const;
    await db.unsafe(HOLDING);
    await db`select pg_advisory_lock(77)`;
    await requestRemoval(await createRemovalContext(platformOn(db), ids[0]), { name: 'Doomed', days: 0 });
    const removed = await waitForFirst(db);
    await first.end('SIGKILL');
    return [...ids, removed] as const;
  });
  // The removal must not have finished before the kill, or the test would prove nothing.
  assert.ok(removed_before < TASKS, `${removed_before}`);

  const second = await startServiceProcess(env);
  await beside(async (db) => {
    while ((await readProof(db)).removed['audit_entries'] === undefined) await sleep(50);
    const { removed, started_at, finished_at } = await readProof(db);
    assert.ok(started_at);
    assert.equal(finished_at, null);
    assert.deepEqual([removed['tasks'], removed['users']], [TASKS, 1]);
    assert.equal(await countTasks(db, doomed), 0);
    assert.equal(await countTasks(db, other), TASKS);
  });
  await second.end('SIGTERM');
});
