import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginSnapshot } from '../../src/features/backups/sql/contents.ts';
import type { Queryable, ReservedConnection } from '../../src/lib/sql/sql.ts';
import { onCluster } from '../support/cluster.ts';
import { openWorld } from '../support/world.ts';

/** The number of accounts, so that each server has some. */
const ACCOUNTS = 12;

const world = await openWorld();
const tenants = await Promise.all(Array.from({ length: ACCOUNTS }, () => world.account()));

test('a snapshot of several servers contains no later commit', onCluster(), async () => {
  assert.deepEqual(await countLater(beginSnapshot), { users: 0, addresses: 0 });
});

test('control: snapshots opened one server at a time contain later commits', onCluster(), async () => {
  const later = await countLater((connection) => connection`begin isolation level repeatable read read only`);
  assert.deepEqual(later, { users: ACCOUNTS, addresses: ACCOUNTS });
});

/** Counts the users, and their addresses, that a transaction sees although they were created after its start. */
async function countLater(begin: (connection: ReservedConnection) => Promise<unknown>) {
  const before = await count(world.db);
  const connection = await world.db.reserve();
  try {
    await begin(connection);
    await Promise.all(tenants.map((tenant) => tenant.user()));
    const after = await count(connection);
    await connection`rollback`;
    return { users: after.users - before.users, addresses: after.addresses - before.addresses };
  } finally {
    connection.release();
  }
}

async function count(db: Queryable): Promise<{ users: number; addresses: number }> {
  const [{ users }] = await db<[{ users: number }]>`select count(*)::int as users from users`;
  const [{ addresses }] = await db<
    [{ addresses: number }]
  >`select count(*)::int as addresses from email_addresses`;
  return { users, addresses };
}
