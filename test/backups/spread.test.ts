import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginSnapshot } from '../../src/features/backups/sql/contents.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import type { Queryable, Reserved } from '../../src/lib/sql.ts';
import { onCluster } from '../support/cluster.ts';
import { openWorld } from '../support/world.ts';

/** So many that each server has some. */
const ACCOUNTS = 12;

const world = await openWorld();
const tenants = await Promise.all(Array.from({ length: ACCOUNTS }, () => world.account()));

test('a snapshot of several servers has nothing of what is committed later', onCluster(), async () => {
  assert.equal(await countLater(beginSnapshot), 0);
});

test('control: one that is opened server by server has some of it', onCluster(), async () => {
  const later = await countLater((connection) => connection`begin isolation level repeatable read read only`);
  assert.equal(later, ACCOUNTS);
});

/** How many tasks made after its begin a transaction counts. */
async function countLater(begin: (connection: Reserved) => Promise<unknown>): Promise<number> {
  const before = await countTasks(world.db);
  const connection = await world.db.reserve();
  try {
    await begin(connection);
    await Promise.all(tenants.map((tenant) => createTask(tenant.ctx(), { title: 'Made later' })));
    const counted = await countTasks(connection);
    await connection`rollback`;
    return counted - before;
  } finally {
    connection.release();
  }
}

async function countTasks(db: Queryable): Promise<number> {
  const [{ count }] = await db<[{ count: number }]>`select count(*)::int as count from tasks`;
  return count;
}
