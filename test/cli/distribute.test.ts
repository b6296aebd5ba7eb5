/* `database distribute` distributes accounts over Citus servers. Without a cluster, only its errors are tested. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { TABLES_KEPT_RETENTION_DAYS, prepareDatabase } from '../../src/database/database.ts';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { createDailyPartitions } from '../../src/lib/sql/partitions.ts';
import { connect, type Database } from '../../src/lib/sql/sql.ts';
import { callerAt } from '../../support/caller.ts';
import { findCluster, runOnServer, type Server } from '../../support/cluster.ts';
import { onCluster } from '../support/cluster.ts';
import { cloneDatabase, databaseSettings } from '../support/database.ts';
import { LONG_TIMEOUTS } from '../support/longTimeouts.ts';
import {
  runSuccessfully,
  freshDirectory,
  runJson,
  startServer,
  type CommandEnvironment,
} from './support/cli.ts';

const DISTRIBUTE = ['database', 'distribute', '--shards', '4'];
const DATA_DIR = await freshDirectory();

test('exit 1 with a sentence for the embedded database, which is a single server', async () => {
  const { code, answer } = await runJson({ DATA_DIR }, DISTRIBUTE);
  assert.equal(code, 1);
  assert.match(answer['message'] ?? '', /^The embedded database is one server: DATABASE_URL must name/);
});

test('exit 1 with a sentence for a server without the Citus extension', async () => {
  const plain = await cloneDatabase({ on_one_server: true });
  after(() => plain.drop());
  const { code, answer } = await runJson({ DATA_DIR, ...databaseSettings(plain.connection) }, DISTRIBUTE);
  assert.equal(code, 1);
  assert.match(answer['message'] ?? '', /^The extension citus does not exist: install it on every server/);
});

test(
  'accounts are distributed once, with all constraints, and the service works with them',
  onCluster(),
  async () => {
    await using undo = new AsyncDisposableStack();
    const { nodes, own } = await makeEmpty(undo);
    const env = { DATA_DIR, ...databaseSettings(own) };
    const lonely = await runJson(env, DISTRIBUTE);
    assert.match(
      lonely.answer['message'] ?? '',
      /^The Citus cluster has no worker: add each worker with citus_add_node/,
    );
    await introduce(nodes, own);

    await prepareDatabase(own);
    const db = connect(own, LONG_TIMEOUTS);
    undo.defer(() => db.end({ timeout: 1 }));
    const before = await listKeys(db);
    const { code, answer } = await runJson(env, DISTRIBUTE);
    assert.equal(code, 0, JSON.stringify(answer));
    const { together, reference, by_own_key, shards, workers }: Record<string, unknown> = answer;
    assert.deepEqual(
      [reference, by_own_key, shards, workers],
      [
        ['staff', 'oauth_apps', 'bundles', 'webhook_senders'],
        ['email_addresses', 'pairing_codes', 'sign_in_failures'],
        4,
        nodes.length - 1,
      ],
    );
    assert.ok(Array.isArray(together) && together[0] === 'accounts' && together.length > 45);
    assert.deepEqual(await listKeys(db), before);
    const again = await runJson(env, DISTRIBUTE);
    assert.deepEqual([again.code, again.answer['together'], again.answer['shards']], [0, [], 4]);

    await createDailyPartitions(db, 'events', new Date(Date.now() + 10 * DAY_MS), 1);
    assert.deepEqual(await listUnspread(db), ['backups', 'migrations']);
    await createTaskWith(env, undo);
  },
);

/** Creates a database with the same name and the extension on every server. */
async function makeEmpty(undo: AsyncDisposableStack): Promise<{ nodes: Server[]; own: Server }> {
  const { coordinator, workers } = await findCluster(process.env['TEST_CITUS'] ?? '');
  const database = `test_${randomBytes(6).toString('hex')}`;
  const nodes = [coordinator, ...workers];
  for (const node of nodes) {
    await runOnServer(node, `create database ${database}`);
    undo.defer(() => runOnServer(node, `drop database ${database} with (force)`));
    await runOnServer({ ...node, database }, 'create extension citus');
  }
  return { nodes, own: { ...coordinator, database } };
}

async function introduce([coordinator, ...workers]: readonly Server[], own: Server): Promise<void> {
  await runOnServer(own, `select citus_set_coordinator_host('${coordinator?.host}', ${coordinator?.port})`);
  for (const { host, port } of workers) await runOnServer(own, `select citus_add_node('${host}', ${port})`);
}

async function listKeys(db: Database): Promise<string[]> {
  const keys = await db<{ key: string }[]>`
    select key.conrelid::regclass || ' ' || key.conname || ' ' || pg_get_constraintdef(key.oid) as key
    from pg_constraint as key
    where key.contype = 'f'
      and key.conparentid = 0
      and key.connamespace = 'public'::regnamespace
    order by 1`;
  return keys.map(({ key }) => key);
}

/** Lists tables and partitions that exist only on the coordinator. */
async function listUnspread(db: Database): Promise<string[]> {
  assert.ok(TABLES_KEPT_RETENTION_DAYS.includes('events'));
  const tables = await db<{ name: string }[]>`
    select class.relname as name
    from pg_class as class
    where class.relnamespace = 'public'::regnamespace
      and class.relkind in ('r', 'p')
      and not exists (select 1 from pg_dist_partition as spread where spread.logicalrelid = class.oid)
      and not exists (select 1 from pg_dist_shard as shard where class.relname like '%\\_' || shard.shardid)
    order by class.relname`;
  return tables.map(({ name }) => name);
}

async function createTaskWith(env: CommandEnvironment, undo: AsyncDisposableStack): Promise<void> {
  const { account_id = '' } = await runSuccessfully(
    env,
    'account create --name Acme --admin-email a@spread.example --admin-name Ada --admin-password 12345678',
  );
  const { key = '' } = await runSuccessfully(
    env,
    `key create --account ${account_id} --name CI --scopes all`,
  );
  const server = await startServer(env);
  undo.defer(async () => void (await server.stop()));
  const caller = callerAt(server.url, key);
  assert.equal((await caller.post('/v1/api-tenant-tasks', { title: 'Spread' })).status, 201);
}
