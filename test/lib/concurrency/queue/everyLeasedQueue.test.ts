/* Tests each leased queue of the service on its real table. The queue's own work is replaced by work of the test. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { ClaimedItem } from '../../../../src/lib/concurrency/queue/leaseStatements.ts';
import type { QueueDependencies } from '../../../../src/lib/concurrency/queue/declaration.ts';
import { leasedQueue } from '../../../../src/lib/concurrency/queue/leasedQueue.ts';
import { createBackoffRunner, LoopStopped } from '../../../../src/lib/concurrency/backoffRunner.ts';
import { createLog } from '../../../../src/lib/log.ts';
import { readSources } from '../../../architecture/sources.ts';
import { openWorld, type Tenant } from '../../../support/world.ts';
import { LEASED_QUEUES } from './support/leasedQueues.ts';

const HOUR_MS = 60 * 60_000;
const FAR = new Date('2300-01-01T00:00:00Z');
/** A number of attempts that only a worker with an expired claim writes. */
const STALE = 99;

const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const { db, clock } = world;
const log = createLog('silent');

test('every declared queue is tested', () => {
  const declared = readSources('src/**/*.ts').flatMap(({ text }) => [...text.matchAll(/= leasedQueue</g)]);
  assert.equal(LEASED_QUEUES.length, declared.length);
});

const ITEMS_OF_ACCOUNT = 3;

for (const { shape, add } of LEASED_QUEUES) {
  const { table, key, lease, name, lease_ms, concurrency_limit } = shape;
  const tenants: Tenant[] = [];

  before(async () => {
    for (let count = 0; count < 3; count++) tenants.push(await world.account());
    for (const tenant of tenants)
      for (let at = 0; at < ITEMS_OF_ACCOUNT; at++) {
        clock.advance(1);
        await add(tenant, at);
      }
  });

  /** Resets all items to unclaimed and due. Each reset makes them due later than the previous one. */
  async function reset(): Promise<ClaimedItem[]> {
    clock.advance(HOUR_MS);
    const columns = {
      [lease.attempts]: 0,
      ...(lease.claim_id !== undefined && { [lease.claim_id]: null }),
    };
    const rows = await db<ClaimedItem[]>`
      update ${db(table)}
      set ${db({ ...columns, [lease.due_at]: clock.now() })}
      where account_id = any (${tenants.map(({ account_id }) => account_id)})
      returning account_id, ${db(key)} as id, ${db(lease.attempts)} as attempts`;
    assert.equal(rows.length, tenants.length * ITEMS_OF_ACCOUNT);
    return rows;
  }

  async function readItem({ account_id, id }: ClaimedItem) {
    const [row] = await db<{ attempts: number; is_settled: boolean }[]>`
      select ${db(lease.attempts)} as attempts, ${db(lease.due_at)} = ${FAR} as is_settled
      from ${db(table)}
      where account_id = ${account_id}
        and ${db(key)} = ${id}`;
    assert.ok(row);
    return row;
  }

  async function countSettled(): Promise<number> {
    const [settled] = await db<[{ count: number }]>`
      select count(*)::int as count
      from ${db(table)}
      where account_id = any (${tenants.map(({ account_id }) => account_id)})
        and ${db(lease.due_at)} = ${FAR}`;
    return settled.count;
  }

  const settled = { set: { [lease.due_at]: FAR } };
  const queueOf = (work: (item: ClaimedItem) => Promise<typeof settled | undefined>) =>
    leasedQueue<ClaimedItem, QueueDependencies>({ ...shape, work: (_work, item) => work(item) });
  const openTurns = (ending = new AbortController()) => {
    const counted = { failures: 0 };
    const onFailure = () => void counted.failures++;
    const backoff = createBackoffRunner('test', { clock, log, onFailure, ending: ending.signal });
    return { backoff, counted, stop: () => ending.abort() };
  };

  test(`${name}: two workers never hold the same item, and each item is processed once`, async () => {
    const items = await reset();
    const held = new Set<string>();
    const worked: string[] = [];
    const queue = queueOf(async ({ id }) => {
      assert.ok(!held.has(id), 'held twice');
      held.add(id);
      worked.push(id);
      for (let turn = 0; turn < 20; turn++) await setImmediate();
      held.delete(id);
      return settled;
    });
    const counts = await Promise.all([
      queue.run({ db, clock }),
      queue.run({ db, clock }),
      queue.run({ db, clock }),
    ]);
    assert.deepEqual(worked.toSorted(), items.map(({ id }) => id).toSorted());
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      items.length,
    );
  });

  if (shape.one_per_account)
    test(`${name}: the accounts take turns`, async () => {
      await reset();
      const accounts: string[] = [];
      const work = async (_work: QueueDependencies, { account_id }: ClaimedItem) => {
        accounts.push(account_id);
        return settled;
      };
      const queue = leasedQueue<ClaimedItem, QueueDependencies>({ ...shape, concurrency_limit: 1, work });
      await queue.run({ db, clock });
      const turn = tenants.map(({ account_id }) => account_id).toSorted();
      assert.deepEqual(accounts, [...turn, ...turn, ...turn]);
    });

  test(`${name}: an item of a dead worker is claimed by another worker after the lease expires, and not before`, async () => {
    const items = await reset();
    const dying = queueOf(async () => undefined);
    assert.equal(await dying.run({ db, clock }), items.length);
    const next = queueOf(async () => settled);
    clock.advance(lease_ms - 1);
    assert.equal(await next.run({ db, clock }), 0, 'control: leased');
    clock.advance(1);
    assert.equal(await next.run({ db, clock }), items.length);
    for (const item of items)
      assert.deepEqual({ ...(await readItem(item)) }, { attempts: 2, is_settled: true });
  });

  for (const [passing_ms, attempts] of [
    [lease_ms, 2],
    [lease_ms - 1, STALE],
  ] as const)
    test(`${name}: a result ${passing_ms === lease_ms ? 'under an expired claim is not' : 'at the end of a lease is (control)'} written`, async () => {
      const [first, ...others] = await reset();
      assert.ok(first);
      for (const { account_id, id } of others)
        await db`
          update ${db(table)}
          set ${db(settled.set)}
          where account_id = ${account_id}
            and ${db(key)} = ${id}`;
      let lost = 0;
      const other = queueOf(async () => settled);
      const slow = leasedQueue<ClaimedItem, QueueDependencies>({
        ...shape,
        concurrency_limit: 1,
        async work() {
          clock.advance(passing_ms);
          await other.run({ db, clock });
          return { set: { ...settled.set, [lease.attempts]: STALE }, onLost: async () => void lost++ };
        },
      });
      assert.equal(await slow.run({ db, clock }), 1);
      assert.deepEqual({ ...(await readItem(first)) }, { attempts, is_settled: true });
      assert.equal(lost, attempts === STALE ? 0 : 1);
    });

  test(`${name}: a result of several tables under an expired claim is written to none of them`, async () => {
    const [first] = await reset();
    assert.ok(first);
    const also: string[] = [];
    const other = queueOf(async () => settled);
    const slow = leasedQueue<ClaimedItem, QueueDependencies>({
      ...shape,
      concurrency_limit: 1,
      async work(_work, { id }) {
        if (id === first.id) {
          clock.advance(lease_ms);
          await other.run({ db, clock });
        }
        return { ...settled, also: async () => void also.push(id) };
      },
    });
    await slow.run({ db, clock });
    assert.ok(!also.includes(first.id));
  });

  test(`${name}: a failed item blocks no other, is counted once and is retried later`, async () => {
    const [first, ...others] = await reset();
    const { backoff, counted } = openTurns();
    const queue = queueOf(async ({ id }) => {
      if (id === first?.id) throw new Error('cannot be done');
      return settled;
    });
    await queue.run({ db, clock, backoff });
    assert.deepEqual([await countSettled(), counted.failures], [others.length, 1]);
    await queue.run({ db, clock, backoff });
    assert.equal(counted.failures, 1);
    clock.advance(HOUR_MS);
    await queue.run({ db, clock, backoff });
    assert.equal(counted.failures, 2);
  });

  test(`${name}: a released item keeps its attempts and is due again after the pause`, async () => {
    const items = await reset();
    const away = leasedQueue<ClaimedItem, QueueDependencies>({
      ...shape,
      work: () => Promise.reject(new Error('away')),
      onFailure: () => ({ put_back_ms: 60_000 }),
    });
    assert.equal(await away.run({ db, clock }), 0);
    for (const item of items) assert.equal((await readItem(item)).attempts, 0);
    clock.advance(60_000);
    assert.equal(await queueOf(async () => settled).run({ db, clock }), items.length);
  });

  test(`${name}: an item locked by another transaction blocks no other and is claimed afterwards`, async () => {
    const [first, ...others] = await reset();
    assert.ok(first);
    const queue = queueOf(async () => settled);
    await db.begin(async (tx) => {
      await tx`
        select 1
        from ${tx(table)}
        where account_id = ${first.account_id}
          and ${tx(key)} = ${first.id}
        for update`;
      assert.equal(await queue.run({ db, clock }), others.length);
    });
    assert.equal(await queue.run({ db, clock }), 1);
  });

  test(`${name}: an account whose rows cannot be claimed blocks no other account`, async () => {
    await reset();
    const [first, ...others] = tenants;
    const { backoff, counted } = openTurns();
    const queue = queueOf(async () => settled);
    await db.unsafe(
      `alter table ${table} add constraint away check (account_id <> '${first?.account_id}') not valid`,
    );
    await queue.run({ db, clock, backoff });
    assert.deepEqual([await countSettled(), counted.failures], [others.length * ITEMS_OF_ACCOUNT, 1]);
    await queue.run({ db, clock, backoff });
    assert.equal(counted.failures, 1, 'tried again at once');
    await db.unsafe(`alter table ${table} drop constraint away`);
    clock.advance(HOUR_MS);
    assert.equal(await queue.run({ db, clock, backoff }), ITEMS_OF_ACCOUNT);
  });

  test(`${name}: a stopping process finishes its items and claims no more`, async () => {
    const items = await reset();
    const { backoff, stop } = openTurns();
    let worked = 0;
    const queue = queueOf(async () => {
      worked++;
      await setImmediate();
      stop();
      return settled;
    });
    await assert.rejects(queue.run({ db, clock, backoff }), LoopStopped);
    assert.ok(worked > 0 && worked <= concurrency_limit && worked < items.length, `${worked}`);
    assert.equal(await countSettled(), worked, 'what was claimed is settled');
    assert.equal(await queueOf(async () => settled).run({ db, clock }), items.length - worked);
  });
}
