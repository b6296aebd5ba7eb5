/* A process holds no more connections than it was given, of all its pools together. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connect } from '../../src/lib/sql/sql.ts';
import { callerAt, type Caller } from '../../support/caller.ts';
import { eventually } from '../../support/eventually.ts';
import { databaseSettings } from '../support/database.ts';
import { PATIENT } from '../support/patient.ts';
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

/** Those of the service: the ones that there are beside those of the test are not counted. */
async function countConnections(before: ReadonlySet<number>): Promise<number> {
  return (await listConnections()).filter((pid) => !before.has(pid)).length;
}

async function listConnections(): Promise<number[]> {
  const rows = await watching<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = ${connection.database} and backend_type = 'client backend'`;
  return rows.map(({ pid }) => pid);
}

/** A service that begins works for others, too: for a second the account may have a quarter, and the rest is refused. */
async function askUntilServed(caller: Caller): Promise<void> {
  while ((await caller.get('/v1/api-tenant-tasks')).status === 503);
}

/** More requests than there are connections, all of which wait for a locked table. */
async function countWhenAllWait(env: Record<string, string>, least: number): Promise<number> {
  const locking = connect(connection, { max: 1, ...PATIENT });
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
 * What a number of looks in a row find, once there are so many: a busy machine opens them slowly, and one that was
 * closed may be there for a moment longer.
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

test('a process that does all holds twelve connections at most by default', async () => {
  const count = await countWhenAllWait({}, BY_DEFAULT / 2 + 1);
  assert.ok(count > BY_DEFAULT / 2 && count <= BY_DEFAULT, `${count} connections`);
});

test('a process for requests alone uses all of them', async () => {
  const count = await countWhenAllWait({ ROLES: 'api', DATABASE_CONNECTIONS: '10' }, 10);
  assert.equal(count, 10);
});

test('control: with more to hold it holds more', async () => {
  const count = await countWhenAllWait({ DATABASE_CONNECTIONS: '30' }, 2 * BY_DEFAULT + 1);
  assert.ok(count > 2 * BY_DEFAULT && count <= 30, `${count} connections`);
});
