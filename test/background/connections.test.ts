/* A process holds at most the configured number of connections, all of its pools together. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connect } from '../../src/lib/sql/sql.ts';
import { callerAt, type Caller } from '../../support/caller.ts';
import { eventually } from '../../support/eventually.ts';
import { databaseSettings } from '../support/database.ts';
import { LONG_TIMEOUTS } from '../support/longTimeouts.ts';
import { freshDataDirectory, startServiceProcess } from '../support/service.ts';
import { openWorld } from '../support/world.ts';

const MORE_THAN_FIT = 60;
const BY_DEFAULT = 12;
const SAME_LOOKS = 40;

const world = await openWorld();
const { connection } = world;
const { token = '' } = await (await world.account()).api();
const other = { ...connection, database: 'postgres' };
const watching = connect(other, { max: 1 });
after(() => watching.end({ timeout: 1 }));

async function startService(env: Record<string, string>) {
  return startServiceProcess({
    ...databaseSettings(connection),
    DATA_DIR: await freshDataDirectory(),
    SECRET_KEY: '07'.repeat(32),
    ...env,
  });
}

/** Counts the connections of the service, without those that existed before. */
async function countConnections(before: ReadonlySet<number>): Promise<number> {
  return (await listConnections()).filter((pid) => !before.has(pid)).length;
}

async function listConnections(): Promise<number[]> {
  const rows = await watching<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = ${connection.database} and backend_type = 'client backend'`;
  return rows.map(({ pid }) => pid);
}

/**
 * Retries 503: for the first second after a start, the service gives an account only a quarter of the connections,
 * because it assumes other accounts.
 */
async function askUntilServed(caller: Caller): Promise<void> {
  while ((await caller.get('/v1/api-tenant-tasks')).status === 503);
}

/**
 * Sends more requests than there are connections while a lock on a table makes all of them wait, and counts the
 * connections.
 */
async function countWhenAllWait(env: Record<string, string>, least: number): Promise<number> {
  const locking = connect(connection, { max: 1, ...LONG_TIMEOUTS });
  const before = new Set(await listConnections());
  await locking`select 1`;
  const own = new Set(await listConnections());
  const service = await startService(env);
  const caller = callerAt(service.url, token);
  let count = 0;
  await locking.begin(async (tx) => {
    await tx`lock table tasks in access exclusive mode`;
    const asked = Array.from({ length: MORE_THAN_FIT }, () => askUntilServed(caller));
    count = await settle(() => countConnections(new Set([...before, ...own])), least);
    void Promise.allSettled(asked);
  });
  await service.end('SIGTERM');
  await locking.end({ timeout: 1 });
  return count;
}

/**
 * Returns the count when it is large enough and stable for a number of checks: a busy machine opens connections
 * slowly, and a closed connection may still be listed for a moment.
 */
async function settle(read: () => Promise<number>, least: number): Promise<number> {
  let [found, same] = [0, 0];
  return eventually(
    async () => {
      const count = await read();
      same = count === found ? same + 1 : 0;
      return (found = count);
    },
    (count) => count >= least && same >= SAME_LOOKS,
    20_000,
    20,
  );
}

test('a process with all roles opens at most twelve connections by default', async () => {
  const count = await countWhenAllWait({}, BY_DEFAULT / 2 + 1);
  assert.ok(count > BY_DEFAULT / 2 && count <= BY_DEFAULT, `${count} connections`);
});

test('a process with only the API role uses all connections for requests', async () => {
  const count = await countWhenAllWait({ ROLES: 'api', DATABASE_CONNECTIONS: '10' }, 10);
  assert.equal(count, 10);
});

test('control: a process with a larger setting opens more connections', async () => {
  const count = await countWhenAllWait({ DATABASE_CONNECTIONS: '30' }, 2 * BY_DEFAULT + 1);
  assert.ok(count > 2 * BY_DEFAULT && count <= 30, `${count} connections`);
});
