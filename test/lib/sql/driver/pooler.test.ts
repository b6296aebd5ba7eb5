import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Client, type ClientConfig } from 'pg';
import { connect, transaction, type ConnectionTarget, type Database } from '../../../../src/lib/sql/sql.ts';
import { detectPooler } from '../../../../src/lib/sql/driver/detectPooler.ts';
import { eventually } from '../../../../support/eventually.ts';
import { cloneDatabase } from '../../../support/database.ts';
import { openPooler, type PoolerOptions } from '../../support/pooler.ts';

const fresh = await cloneDatabase({ on_one_server: true });
const { host, port, username, password, database } = fresh.connection;
const direct = `postgres:///${database}?host=${host}&port=${port}&user=${username}&password=${password}`;
const open = (options: PoolerOptions) => openPooler(fresh.connection, options);
const LENT = { lends: 'for a session' } as const;
const SHARED = { lends: 'for a transaction' } as const;
const lent = await open({ ...LENT, settings: 'ignored' });
const strict = await open({ ...LENT, settings: 'refused' });
const shared = await open({ ...SHARED, settings: 'ignored' });
const round = await open({ ...SHARED, settings: 'refused', next: 'longest' });
const unprepared = `${shared.url}?prepare=false`;
const ANSWER_WITHIN_MS = 60_000;
await fresh.db`create table entries (name text primary key)`;
after(async () => {
  for (const pooler of [lent, strict, shared, round]) pooler.close();
  await fresh.drop();
});

const PATIENCE_S = ANSWER_WITHIN_MS / 1_000;
const OURS = { statement_timeout: `${PATIENCE_S - 1}s`, TimeZone: 'UTC', synchronous_commit: 'off' };
const openFive = (target: ConnectionTarget) =>
  connect(target, {
    max: 5,
    deadline_ms: ANSWER_WITHIN_MS,
    session: { synchronous_commit: 'off', statement_timeout: `${ANSWER_WITHIN_MS - 1_000}` },
  });

async function withDatabase<T>(target: ConnectionTarget, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openFive(target);
  try {
    return await work(db);
  } finally {
    await db.end({ timeout: 1 });
  }
}

const SETTINGS = `select ${Object.keys(OURS)
  .map((name) => `current_setting('${name}') as "${name}"`)
  .join()}`;

async function readSettings(db: Pick<Database, 'unsafe'>) {
  const [row] = await db.unsafe(SETTINGS);
  return { ...row };
}

/** Reads the settings of a connection that sets none itself. */
async function readSettingsBare(url: string, config: ClientConfig = {}): Promise<Record<string, unknown>> {
  const client = new Client({ ...config, connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(SETTINGS);
  await client.end();
  return { ...rows[0] };
}

test('a direct server is detected, because it keeps the session of a connection', async () => {
  const server = await detectPooler(direct);
  assert.deepEqual(server, { address: direct, pooling: { kind: 'session', prepares: true } });
  assert.deepEqual(await withDatabase(server, readSettings), OURS);
});

for (const [what, pooler] of Object.entries({ ignores: lent, refuses: strict }))
  test(`settings apply behind a session pooler that ${what} startup settings, and LISTEN works`, async () => {
    const server = await detectPooler(pooler.url);
    assert.deepEqual(server.pooling, { kind: 'session', prepares: true });
    await withDatabase(server, async (db) => {
      assert.deepEqual(await readSettings(db), OURS);
      let heard = 0;
      const listening = await db.listen('news', () => heard++);
      const tell = async () => {
        await db`notify news`;
        return heard;
      };
      await eventually(tell, (times) => times > 1, ANSWER_WITHIN_MS);
      await listening.unlisten();
    });
  });

test('control: a pooler drops or rejects settings of the startup message', async () => {
  const config = { statement_timeout: ANSWER_WITHIN_MS - 1_000 };
  const find = async (url: string) => (await readSettingsBare(url, config))['statement_timeout'];
  assert.equal(await find(direct), OURS.statement_timeout);
  assert.notEqual(await find(lent.url), OURS.statement_timeout);
  await assert.rejects(find(strict.url), /unsupported startup parameter/);
});

for (const [what, pooler] of Object.entries({
  'that was released last': shared,
  'that was idle longest': round,
}))
  test(`rejected in one sentence: a transaction pooler whose transactions take the connection ${what}`, async () => {
    await assert.rejects(detectPooler(pooler.url), {
      name: 'StartupFault',
      message:
        /^DATABASE_URL leads to a pooler .* prepare=false .*\(max_prepared_statements of PgBouncer 1\.21 or newer\)\.$/,
    });
  });

test('control: without detection, prepared statements fail behind a pooler', async (t) => {
  const unasked = await open({ ...SHARED, settings: 'ignored' });
  t.after(() => unasked.close());
  const failures = await withDatabase(unasked.target, async (db) => {
    const asked = Array.from({ length: 20 }, (_, n) => db`select ${n}::int as n`);
    return (await Promise.allSettled(asked)).filter(({ status }) => status === 'rejected');
  });
  assert.ok(failures.length > 0);
});

test('settings apply in every transaction behind a pooler, and none remains afterwards', async () => {
  const { pooling } = await detectPooler(unprepared);
  assert.deepEqual(pooling, { kind: 'transaction', prepares: false });
  await withDatabase(unprepared, async (db) => {
    const all = await Promise.all(Array.from({ length: 20 }, () => readSettings(db)));
    for (const one of [...all, await transaction(db, readSettings)]) assert.deepEqual(one, OURS);
  });
  const left = await readSettingsBare(shared.url);
  for (const name of ['statement_timeout', 'synchronous_commit'])
    assert.notEqual(left[name], Reflect.get(OURS, name));
});

test('each caller behind a pooler gets its own result, and a failed transaction is rolled back', async () => {
  await withDatabase(unprepared, async (db) => {
    const asked = Array.from({ length: 40 }, (_, n) => db<{ n: number }[]>`select ${n}::int as n`);
    assert.deepEqual(
      (await Promise.all(asked)).flat(),
      asked.map((_, n) => ({ n })),
    );
    const insert = (names: string[]) =>
      transaction(db, async (tx) => {
        for (const name of names) await tx`insert into entries values (${name})`;
      });
    const written = await Promise.allSettled([insert(['a', 'b']), insert(['c', 'c']), insert(['d'])]);
    assert.deepEqual(
      written.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    await assert.rejects(async () => db`insert into entries values ('a')`, { code: '23505' });
  });
  const rows = await fresh.db<{ name: string }[]>`select name from entries order by name`;
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['a', 'b', 'd'],
  );
});

test('the error for work that needs its own session names the setting for it', async () => {
  await withDatabase(unprepared, async (db) => {
    await assert.rejects(
      db.listen('news', () => {}),
      /DATABASE_DIRECT_URL\.$/,
    );
    await assert.rejects(db.reserve(), /DATABASE_DIRECT_URL\.$/);
  });
});
