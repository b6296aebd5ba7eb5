/*
 * The connection is cut before a COMMIT arrives or while the server executes it: acknowledged work is stored exactly
 * once.
 */
import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { createAccount } from '../../src/features/accounts/accounts.ts';
import { deleteCollection } from '../../src/features/knowledge/documents.ts';
import { subscribeEndpoint } from '../../src/features/webhooks/endpoints/endpoints.ts';
import { sendTestEvent } from '../../src/features/webhooks/log/deliveries.ts';
import { startRetryJob } from '../../src/features/webhooks/log/retries.ts';
import { newId } from '../../src/lib/ids.ts';
import { withBeforeCommitStep, connect, setCommitProof, transaction } from '../../src/lib/sql/sql.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { onOneServer } from '../support/cluster.ts';
import { cloneDatabase } from '../support/database.ts';
import { LONG_TIMEOUTS } from '../support/longTimeouts.ts';
import { makeTools } from '../support/tools.ts';
import { openProxy } from './support/proxy.ts';

const fresh = await cloneDatabase();
const proxy = await openProxy(fresh.connection);
const db = connect(proxy.target, LONG_TIMEOUTS);
after(async () => {
  await db.end({ timeout: 1 });
  await proxy.close();
  await fresh.drop();
});
afterEach(() => proxy.forward());

const tools = makeTools({ webhook_allow: ['127.0.0.0/8'] });
const now = new Date();
const PASSWORD = 'correct horse battery';
const adminOf = (name: string) => ({ email: `${name}@example.com`, full_name: 'Ada', password: PASSWORD });
const { account_id, user_id } = await createAccount(
  { db: fresh.db, now, tools },
  { name: 'Nord', admin: adminOf('nord') },
);
const ctx = { db, account_id, actor: { kind: 'user', user_id }, now, tools } as const;

async function isThere(table: string, id: string): Promise<boolean> {
  return (await fresh.db`select 1 from ${fresh.db(table)} where id = ${id}`).length === 1;
}

test('a task created before another step of the same transaction is written once after a lost COMMIT', async () => {
  const stepped = withBeforeCommitStep(db, async (tx) => void (await tx`select 1`));
  proxy.cutBeforeNextCommit('tasks');
  const { id } = await createTask({ ...ctx, db: stepped }, { title: 'Cut' });
  assert.equal(await isThere('tasks', id), true);
});

test('a retry of failed deliveries is written once', async () => {
  proxy.cutBeforeNextCommit('webhook_retries');
  const { id } = await startRetryJob(ctx, { since: '2026-01-01T00:00:00.000Z' });
  assert.equal(await isThere('webhook_retries', id), true);
});

test('a test event is written once', async () => {
  const endpoint = { url: 'http://127.0.0.1:1/hook', events: ['task.created' as const] };
  const { id } = await subscribeEndpoint(ctx, endpoint);
  proxy.cutBeforeNextCommit('webhook_queue');
  const { event_id } = await sendTestEvent(ctx, id);
  assert.equal(await isThere('events', event_id), true);
});

test('a new account is written once', async () => {
  proxy.cutBeforeNextCommit('accounts');
  const made = await createAccount({ db, now, tools }, { name: 'Cut', admin: adminOf('cut') });
  assert.equal(await isThere('accounts', made.account_id), true);
});

async function makeCollection(): Promise<string> {
  const id = newId(now);
  await fresh.db`
    insert into knowledge_collections ${fresh.db({ account_id, id, name: id, created_at: now })}`;
  return id;
}

test('a collection is deleted once', async () => {
  const id = await makeCollection();
  proxy.cutBeforeNextCommit(id);
  assert.deepEqual(await deleteCollection(ctx, id), { deleted: true });
  assert.equal(await isThere('knowledge_collections', id), false);
});

test('200, not 404, for deleting a collection after a lost response to COMMIT', async () => {
  const id = await makeCollection();
  proxy.swallowNextCommit(id);
  assert.deepEqual(await deleteCollection(ctx, id), { deleted: true });
  assert.equal(await isThere('knowledge_collections', id), false);
  await assert.rejects(deleteCollection(ctx, id), { code: 'NOT_FOUND' });
});

test('work runs again for each interrupted COMMIT, and the last run counts', async () => {
  const id = await makeCollection();
  let tries = 0;
  proxy.cutBeforeNextCommit(id);
  await transaction(db, async (tx) => {
    tries += 1;
    setCommitProof(
      tx,
      async (later) => (await later`select 1 from knowledge_collections where name = ${`${id}!`}`).length > 0,
    );
    await tx`update knowledge_collections set name = ${`${id}!`} where id = ${id}`;
  });
  assert.equal(tries, 2, 'control: the line was cut');
  assert.equal((await fresh.db`select 1 from knowledge_collections where name = ${`${id}!`}`).length, 1);
});

test('an error of the run after an interrupted COMMIT is thrown, and the work does not run again', async () => {
  const id = await makeCollection();
  let tries = 0;
  proxy.cutBeforeNextCommit(id);
  const change = transaction(db, async (tx) => {
    tries += 1;
    if (tries > 1) throw new Error('the work fails');
    await tx`update knowledge_collections set name = ${`${id}!`} where id = ${id}`;
  });
  await assert.rejects(change, /the work fails/);
  assert.equal(tries, 2);
});

const slowCommit = (table: string, event: 'insert' | 'delete') => `
  create function slow_${table}() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.05); return null; end $$;
  create constraint trigger slow_commit after ${event} on ${table}
    deferrable initially deferred for each row execute function slow_${table}()`;

test(
  'a retry whose first attempt commits during the second one is written once',
  onOneServer('a trigger that waits in a COMMIT'),
  async () => {
    await fresh.db.unsafe(slowCommit('webhook_retries', 'insert'));
    await fresh.db`delete from webhook_retries`;
    proxy.cutDuringNextCommit(account_id);
    const { id } = await startRetryJob(ctx, { since: '2026-01-01T00:00:00.000Z' });
    assert.deepEqual([...(await fresh.db`select id from webhook_retries`)], [{ id }]);
  },
);

test(
  '200, not 404, for deleting a collection whose first attempt commits during the second',
  onOneServer('a trigger that waits in a COMMIT'),
  async () => {
    await fresh.db.unsafe(slowCommit('knowledge_collections', 'delete'));
    const id = await makeCollection();
    proxy.cutDuringNextCommit(id);
    assert.deepEqual(await deleteCollection(ctx, id), { deleted: true });
    assert.equal(await isThere('knowledge_collections', id), false);
  },
);
