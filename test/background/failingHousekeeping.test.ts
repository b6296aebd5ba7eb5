import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { writeLastUses } from '../../src/access/sql/uses.ts';
import { createCredentialUseRecorder } from '../../src/access/uses.ts';
import { TABLES_KEPT_AUDIT_DAYS, TABLES_KEPT_RETENTION_DAYS } from '../../src/database/database.ts';
import { deleteOrphanFiles } from '../../src/features/forms/files/orphanFiles.ts';
import { deleteUnreferencedFiles } from '../../src/features/knowledge/documents.ts';
import { insertRequests } from '../../src/features/requests/sql/requestLog.ts';
import { createRequestRecorder } from '../../src/features/requests/recorder.ts';
import type { FileStore } from '../../src/lib/files/store.ts';
import { createLog } from '../../src/lib/log.ts';
import type { BackoffRunner } from '../../src/lib/concurrency/backoffRunner.ts';
import { runHousekeeping } from '../../src/workers/housekeeping.ts';
import { assertPoisonDoesNotBlock, rejectRows, type RowPoison } from '../support/failingRows.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const { db, clock, files } = world;
const tenant = await world.account();
const log = createLog('silent');
const housekeeping = {
  db,
  clock,
  tables: TABLES_KEPT_RETENTION_DAYS,
  retention_days: 30,
  other_tables: [{ names: TABLES_KEPT_AUDIT_DAYS, days: 30 }],
  deleteOldQueueRows: async () => {},
};

test('cleanup: a partition that cannot be dropped does not block other partitions', async () => {
  const [table = ''] = TABLES_KEPT_RETENTION_DAYS;
  await runHousekeeping(housekeeping);
  const nameOf = (day: number) => `${table}_2026_03_0${day}`;
  const isGone = async (name: string) => {
    const [found] = await db`select to_regclass(${name}) as name`;
    return found?.['name'] === null;
  };
  clock.advance(60 * DAY_MS);
  await assertPoisonDoesNotBlock(world, {
    poison: {
      plant: () => db.unsafe(`create view leaning as select * from ${nameOf(2)}`),
      heal: () => db.unsafe('drop view leaning'),
    },
    run: (backoff) => runHousekeeping({ ...housekeeping, backoff }),
    isHealthyDone: () => isGone(nameOf(3)),
    isPoisonedDone: () => isGone(nameOf(2)),
  });
});

const platform = (files: FileStore, now: Date) => ({ db, now, tools: { ...world.tools, files } });
const collectors: Record<string, (store: FileStore, now: Date, backoff: BackoffRunner) => Promise<unknown>> =
  {
    forms: (store, now, backoff) => deleteOrphanFiles(platform(store, now), backoff),
    knowledge: (store, now, backoff) => deleteUnreferencedFiles(platform(store, now), backoff),
  };

for (const [area, collect] of Object.entries(collectors)) {
  test(`files of ${area}: a file that cannot be removed does not block others`, async () => {
    for (const name of ['one', 'other']) await files.put(area, Buffer.from(name), { max_bytes: 10 });
    const keys = (await Array.fromAsync(files.list(area))).map(({ key }) => key);
    assert.equal(keys.length, 2);
    const [first = '', second = ''] = keys;
    const { store, poison } = holding(first);
    const isGone = async (key: string) => {
      const file = await files.open(key);
      file?.content.destroy();
      return file === undefined;
    };
    // Files have the machine's time, not the held time.
    const now = new Date(Date.now() + 2 * DAY_MS);
    await assertPoisonDoesNotBlock(world, {
      poison,
      run: (backoff) => collect(store, now, backoff),
      isHealthyDone: () => isGone(second),
      isPoisonedDone: () => isGone(first),
    });
  });
}

/** Returns a file store that fails to delete one file. */
function holding(held: string): { store: FileStore; poison: RowPoison } {
  let holds = false;
  const remove = (key: string) =>
    holds && key === held ? Promise.reject(new Error('access denied')) : files.remove(key);
  const set = async (value: boolean) => void (holds = value);
  return { store: { ...files, remove }, poison: { plant: () => set(true), heal: () => set(false) } };
}

test('request log: a rejected row does not reject its batch', async () => {
  const api = await tenant.api();
  const caller = { account_id: tenant.account_id, credential_id: api.key_id, client_id: null, refusal: null };
  const request = { request_id: api.key_id, method: 'GET', address: '::1', user_agent: '', body: undefined };
  const heard = { ...caller, ...request, status: 200, ms: 1, answer: undefined };
  const poison = rejectRows(world, 'request_log', `path <> '/v1/refused'`);
  await poison.plant();
  let refused_batches = 0;
  const write = async (rows: Parameters<typeof insertRequests>[1]) => {
    await insertRequests(db, rows).catch((error: unknown) => {
      refused_batches++;
      throw error;
    });
  };
  const recorder = createRequestRecorder(write, clock, log);
  for (let at = 0; at < 40; at++) recorder.record({ ...heard, url: at === 7 ? '/v1/refused' : '/v1/kept' });
  await recorder.close();
  await poison.heal();
  const [{ kept }] = await db<[{ kept: number }]>`
    select count(*)::int as kept from request_log where path = '/v1/kept'`;
  assert.ok(refused_batches > 1, 'control: the batch as a whole was refused');
  assert.deepEqual([kept, recorder.dropped()], [39, 1]);
});

test('last uses: a rejected row does not reject its batch', async () => {
  const [first, second] = [await tenant.api(), await tenant.api()];
  const poison = rejectRows(world, 'api_keys', `id <> '${first.key_id}' or last_used_at is null`);
  await poison.plant();
  const at = clock.now();
  const uses = [first, second].map(({ key_id: id }) => ({ account_id: tenant.account_id, id, at }));
  await assert.rejects(writeLastUses(db, 'api_keys', uses), 'control: the batch as a whole is refused');
  const recorder = createCredentialUseRecorder((batch) => writeLastUses(db, 'api_keys', batch), log);
  for (const use of uses) recorder.note(use);
  await recorder.close();
  await poison.heal();
  const used = await db<{ id: string }[]>`select id from api_keys where last_used_at is not null`;
  assert.deepEqual(
    used.map(({ id }) => id),
    [second.key_id],
  );
});
