/* Tests each locked queue of the service on its real table. The queue's own work is replaced by work of the test. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { UNCHECKED_LIST_QUEUE } from '../../../../src/counts/check.ts';
import { COUNTED_LIST_QUEUE, UNCOUNTED_LIST_QUEUE } from '../../../../src/counts/rollUp.ts';
import { REMOVAL_QUEUE } from '../../../../src/features/accounts/removal/batches.ts';
import { RETRY_QUEUE } from '../../../../src/features/webhooks/log/retries.ts';
import type { LockedQueue } from '../../../../src/lib/concurrency/queue/lockedQueue.ts';
import { createBackoffRunner, LoopStopped } from '../../../../src/lib/concurrency/backoffRunner.ts';
import { createLog } from '../../../../src/lib/log.ts';
import { NIL_ID } from '../../../../src/lib/ids.ts';
import { connect } from '../../../../src/lib/sql/sql.ts';
import { readSources } from '../../../architecture/sources.ts';
import { LONG_TIMEOUTS } from '../../../support/longTimeouts.ts';
import { openWorld } from '../../../support/world.ts';

const world = await openWorld();
const { db, clock } = world;
const log = createLog('silent');

type Item = { account_id: string };
type Queue = Pick<LockedQueue<Item>, 'listDue' | 'lock' | 'run'>;
type Subject = { name: string; queue: Queue; add: (account_id: string) => Promise<unknown> };

const anyItem = <One extends Item>(queue: LockedQueue<One>): Queue => queue as unknown as Queue;

const setLedgers = (row_count: number | null) => (account_id: string) =>
  db`
  insert into count_ledgers (account_id, counted, row_count, in_cells)
  values (${account_id}, 'tasks', ${row_count}, true)
  on conflict (account_id, counted) do update set row_count = excluded.row_count, checked_at = null`;

const subjects: Subject[] = [
  {
    name: 'retries',
    queue: anyItem(RETRY_QUEUE),
    add: (account_id) => db`
      insert into webhook_retries ${db({
        account_id,
        id: randomUUID(),
        since: clock.now(),
        total: 1,
        cursor_event_id: NIL_ID,
        cursor_endpoint_id: NIL_ID,
        created_at: clock.now(),
      })}`,
  },
  {
    name: 'removals',
    queue: anyItem(REMOVAL_QUEUE),
    add: (account_id) => db`
      insert into account_removals ${db({
        account_id,
        id: randomUUID(),
        requested_at: clock.now(),
        requested_by: 'operator',
        due_at: clock.now(),
        next_at: clock.now(),
      })}`,
  },
  { name: 'unchecked lists', queue: anyItem(UNCHECKED_LIST_QUEUE), add: setLedgers(0) },
  { name: 'counted lists', queue: anyItem(COUNTED_LIST_QUEUE), add: setLedgers(0) },
  { name: 'uncounted lists', queue: anyItem(UNCOUNTED_LIST_QUEUE), add: setLedgers(null) },
];

test('every declared queue is tested', () => {
  const declared = readSources('src/**/*.ts').flatMap(({ text }) => [...text.matchAll(/= lockedQueue\(/g)]);
  assert.equal(subjects.length, declared.length);
});

for (const { name, queue, add } of subjects) {
  const accounts: string[] = [];
  before(async () => {
    for (let count = 0; count < 3; count++) accounts.push((await world.account()).account_id);
  });

  /** Replaces all items by one item for each of three accounts. */
  async function addItems(): Promise<[Item, Item, Item]> {
    await db`delete from webhook_retries`;
    await db`delete from account_removals`;
    await db`delete from count_ledgers`;
    for (const account_id of accounts) await add(account_id);
    const [first, second, third, ...others] = await queue.listDue(db, clock.now());
    assert.ok(first && second && third && others.length === 0);
    return [first, second, third];
  }

  const lock = (item: Item) => db.begin((tx) => queue.lock(tx, item, clock.now()));
  const runAll = async (work: (item: Item) => void | Promise<void>, ending = new AbortController()) => {
    let failures = 0;
    const onFailure = () => void failures++;
    const backoff = createBackoffRunner('test', { clock, log, onFailure, ending: ending.signal });
    const items = await queue.listDue(db, clock.now());
    const count = await queue.run({
      db,
      now: clock.now(),
      backoff,
      items,
      work: async (_tx, item) => work(item),
    });
    return { count, failures };
  };

  test(`${name}: two workers never hold the same item; it is free when the first worker ends or dies`, async () => {
    const [item] = await addItems();
    await db.begin(async (tx) => {
      assert.equal(await queue.lock(tx, item, clock.now()), true);
      assert.equal(await lock(item), false);
      assert.equal((await runAll(() => {})).count, 2, 'the others are free');
    });
    assert.equal(await lock(item), true);

    const dying = connect(world.connection, { max: 1, ...LONG_TIMEOUTS });
    const held = Promise.withResolvers<number>();
    const holding = dying.begin(async (tx) => {
      await queue.lock(tx, item, clock.now());
      const [backend] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`;
      held.resolve(backend.pid);
      await tx`select pg_sleep(60)`;
    });
    const ended = assert.rejects(holding);
    const pid = await held.promise;
    assert.equal(await lock(item), false, 'control: its worker lives');
    await db`select pg_terminate_backend(${pid}, 5000)`;
    await ended;
    assert.equal(await lock(item), true);
    await dying.end({ timeout: 1 });
  });

  test(`${name}: a failed item blocks no other`, async () => {
    const [item] = await addItems();
    const worked: string[] = [];
    const result = await runAll(({ account_id }) => {
      if (account_id === item.account_id) throw new Error('cannot be done');
      worked.push(account_id);
    });
    assert.deepEqual([worked.length, result], [2, { count: 2, failures: 1 }]);
  });

  test(`${name}: a stopping process finishes its item and claims no more`, async () => {
    await addItems();
    const ending = new AbortController();
    let worked = 0;
    const run = runAll(() => {
      worked++;
      ending.abort();
    }, ending);
    await assert.rejects(run, LoopStopped);
    assert.equal(worked, 1);
  });
}
