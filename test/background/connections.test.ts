/* A process holds no more connections than it was given, of all its pools together. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connect } from '../../src/lib/sql.ts';
import { callerAt } from '../../support/caller.ts';
import { eventually } from '../../support/eventually.ts';
import { freshDataDirectory, startServiceProcess } from '../support/service.ts';
import { openWorld } from '../support/world.ts';

const MORE_THAN_FIT = 60;
const BY_DEFAULT = 12;

const world = await openWorld();
const { connection } = world;
const { token = '' } = await (await world.account()).api();
const other = { ...connection, database: 'postgres' };
const watching = connect(other, { max: 1 });
after(() => watching.end({ timeout: 1 }));

async function startService(env: Record<string, string>) {
  return startServiceProcess({
    DATABASE_URL: `postgres:///${connection.database}`,
    PGHOST: connection.host,
    PGPORT: String(connection.port),
    PGUSER: connection.username,
    PGPASSWORD: connection.password,
    DATA_DIR: await freshDataDirectory(),
    SECRET_KEY: '07'.repeat(32),
    ...env,
  });
}

/** Those of the service: the ones that there are beside those of the test are not counted. */
async function countConnections(before: ReadonlySet<number>): Promise<number> {
  return (await listConnections()).filter((pid) => !before.has(pid)).length;
}

async function listConnections(): Promise<number[]> {
  const rows = await watching<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = ${connection.database}`;
  return rows.map(({ pid }) => pid);
}

/** More requests than there are connections, all of which wait for a locked table. */
async function countWhenAllWait(env: Record<string, string>): Promise<number> {
  const locking = connect(connection, { max: 1 });
  const before = new Set(await listConnections());
  await locking`select 1`;
  const own = new Set(await listConnections());
  const service = await startService(env);
  const caller = callerAt(service.url, token);
  let count = 0;
  await locking.begin(async (tx) => {
    await tx`lock table tasks in access exclusive mode`;
    const asked = Array.from({ length: MORE_THAN_FIT }, () => caller.get('/v1/api-tenant-tasks'));
    count = await settle(() => countConnections(new Set([...before, ...own])));
    void Promise.allSettled(asked);
  });
  await service.end('SIGTERM');
  await locking.end({ timeout: 1 });
  return count;
}

/** The greatest of a number of looks. */
async function settle(read: () => Promise<number>): Promise<number> {
  let [most, looks] = [0, 0];
  await eventually(
    async () => (most = Math.max(most, await read())),
    () => ++looks > 60,
    20_000,
    20,
  );
  return most;
}

test('a process that does all holds twelve connections at most by default', async () => {
  const count = await countWhenAllWait({});
  assert.ok(count > BY_DEFAULT / 2 && count <= BY_DEFAULT, `${count} connections`);
});

test('a process for requests alone uses all of them', async () => {
  const count = await countWhenAllWait({ ROLES: 'api', DATABASE_CONNECTIONS: '10' });
  assert.equal(count, 10);
});

test('control: with more to hold it holds more', async () => {
  const count = await countWhenAllWait({ DATABASE_CONNECTIONS: '30' });
  assert.ok(count > 2 * BY_DEFAULT && count <= 30, `${count} connections`);
});
