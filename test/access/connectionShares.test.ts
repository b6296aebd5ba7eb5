/* Each account has a limit of database connections; requests beyond the limit wait in the account's own queue. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  createConnectionShares,
  createConnectionSharesFromSetting,
  type ConnectionShares,
} from '../../src/access/connectionShares.ts';
import { readByCursor } from '../../src/lib/sql/cursor.ts';
import { connect, countPoolConnections, type Database } from '../../src/lib/sql/sql.ts';
import { callerAt } from '../../support/caller.ts';
import { LONG_TIMEOUTS } from '../support/longTimeouts.ts';
import { openWorld, startNode } from '../support/world.ts';

const CONNECTIONS = 6;
const MOST = 2;
const WAIT_MS = 50;
/** The maximum wait for a connection; shorter than the timeout of a request. */
const PATIENCE_MS = 1_500;
const PATH = '/v1/api-tenant-tasks';
const NEW = { title: 'Beside' };

/** The control: accounts without a limit. */
const WITHOUT: ConnectionShares = { databaseFor: (db) => db };

const world = await openWorld();
const loud = await world.account('Loud');
const quiet = await world.account('Quiet');
const api = { loud: await loud.api(), quiet: await quiet.api() };

/** Opens another node with its own small connection pool. */
async function openNode(shares: ConnectionShares) {
  const db = connect(world.connection, { ...LONG_TIMEOUTS, max: CONNECTIONS, wait_ms: PATIENCE_MS });
  const { tools } = world;
  const app = await startNode({ db, tools, shares }, 0);
  after(async () => {
    await app.close();
    await db.end({ timeout: 1 });
  });
  const as = ({ token }: { token: string | undefined }) => callerAt(app.server.listeningOrigin, token);
  return { db, loud: as(api.loud), quiet: as(api.quiet) };
}

/** Starts as many transactions as fit. Returns their number, and a function that ends all of them. */
async function fill(
  db: Database,
  purposes: readonly ('read' | 'write')[] = ['write'],
): Promise<{ begun: number; end: () => Promise<unknown> }> {
  const over = Promise.withResolvers<void>();
  const hold = async (purpose: 'read' | 'write') => {
    const begun = Promise.withResolvers<boolean>();
    const held = db.begin(async (tx) => {
      await tx`select 1`;
      begun.resolve(true);
      await over.promise;
    }, purpose);
    held.catch(() => begun.resolve(false));
    return { is_begun: await begun.promise, held };
  };
  const asked = purposes.flatMap((purpose) => Array.from({ length: CONNECTIONS }, () => purpose));
  const all = await Promise.all(asked.map(hold));
  const ended = Promise.allSettled(all.map(({ held }) => held));
  return { begun: all.filter(({ is_begun }) => is_begun).length, end: () => (over.resolve(), ended) };
}

test('503 for an account whose connection share is used up, 200 and 201 for other accounts', async () => {
  const shares = createConnectionShares({ most: MOST, most_waiting: 100, wait_ms: WAIT_MS });
  const node = await openNode(shares);
  const { begun, end } = await fill(shares.databaseFor(node.db, loud.account_id), ['read', 'write']);
  assert.equal(begun, 2 * MOST);
  for (const refused of [await node.loud.get(PATH), await node.loud.post(PATH, NEW)]) {
    assert.equal(refused.status, 503);
    assert.equal(refused.headers.get('retry-after'), '1');
    assert.equal(refused.text, '');
  }
  assert.equal((await node.quiet.get(PATH)).status, 200);
  assert.equal((await node.quiet.post(PATH, NEW)).status, 201);
  await end();
  assert.equal((await node.loud.get(PATH)).status, 200);
  assert.equal((await node.loud.post(PATH, NEW)).status, 201);
});

test('200 for every list of an account whose writes use up their share; control: 503 for its next write', async () => {
  const shares = createConnectionShares({ most: MOST, most_waiting: 100, wait_ms: WAIT_MS });
  const node = await openNode(shares);
  const { begun, end } = await fill(shares.databaseFor(node.db, loud.account_id));
  assert.equal(begun, MOST);
  for (let list = 0; list < 20; list++) assert.equal((await node.loud.get(PATH)).status, 200);
  assert.equal((await node.loud.post(PATH, NEW)).status, 503);
  await end();
});

test('control: without fair scheduling, other accounts get 503', async () => {
  const node = await openNode(WITHOUT);
  const { begun, end } = await fill(node.db);
  assert.equal(begun, CONNECTIONS);
  const refused = await node.quiet.get(PATH);
  await end();
  assert.equal(refused.status, 503);
  assert.equal((await node.quiet.get(PATH)).status, 200);
});

test('a streamed read uses no slot of the account', async () => {
  const shares = createConnectionShares({ most: MOST, most_waiting: 0, wait_ms: WAIT_MS });
  const { db } = await openNode(shares);
  const view = shares.databaseFor(db, loud.account_id);
  const { end } = await fill(view, ['read', 'write']);
  const rows = readByCursor<{ one: number }>(db, db`select 1 as one`, { rows: 10, timeout_ms: 60_000 });
  const seen = readByCursor<{ one: number }>(view, view`select 1 as one`, { rows: 10, timeout_ms: 60_000 });
  assert.deepEqual(await Array.fromAsync(rows), await Array.fromAsync(seen));
  await assert.rejects(async () => view`select 1`, 'control');
  await end();
});

test('a share is a quarter of the connections and at least 2, the given number, or off', async () => {
  const fits = async (setting: number | 'auto' | 'off', connections: number) => {
    const db = connect(world.connection, { ...LONG_TIMEOUTS, max: CONNECTIONS, wait_ms: PATIENCE_MS });
    const shares = createConnectionSharesFromSetting(setting, connections) ?? WITHOUT;
    await shares.databaseFor(db, quiet.account_id)`select 1`;
    const view = shares.databaseFor(db, loud.account_id);
    const { begun, end } = await fill(view);
    assert.equal(countPoolConnections(db).busy, begun);
    await end();
    await db.end({ timeout: 1 });
    return begun;
  };
  assert.equal(await fits('auto', 4), 2);
  assert.equal(await fits('auto', 6), 2);
  assert.equal(await fits('auto', 12), 3);
  assert.equal(await fits(1, 12), 1);
  assert.equal(await fits('off', 12), CONNECTIONS);
});

test('a single active account can use all connections but one', async () => {
  const db = connect(world.connection, { ...LONG_TIMEOUTS, max: CONNECTIONS, wait_ms: PATIENCE_MS });
  const shares = createConnectionSharesFromSetting('auto', CONNECTIONS) ?? WITHOUT;
  const { begun, end } = await fill(shares.databaseFor(db, loud.account_id));
  assert.equal(begun, CONNECTIONS - 1);
  assert.equal((await shares.databaseFor(db, quiet.account_id)`select 1`).length, 1);
  await end();
  await db.end({ timeout: 1 });
});
