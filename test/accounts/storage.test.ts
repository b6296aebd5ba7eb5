/* The storage of an account as staff see it. Reading it counts no rows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addStorageToAccounts } from '../../src/features/accounts/storage.ts';
import { newId } from '../../src/lib/ids.ts';
import type { Database } from '../../src/lib/sql/sql.ts';
import { consoleOf } from '../../support/console.ts';
import { isCluster, onOneServer } from '../support/cluster.ts';
import { rowsRead } from '../support/rowsRead.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const { db } = world;
const [large, small, empty] = [
  await world.account('Large'),
  await world.account('Small'),
  await world.account(),
];
const staff = await consoleOf(world, await world.staff());
const DELIVERIES = { [large.account_id]: 400, [small.account_id]: 20 };
const GROWING = ['tasks', 'sessions', 'webhook_deliveries', 'request_log'] as const;

const api = await large.api();
for (const title of ['Oil', 'Clean', 'Paint']) await api.post('/v1/api-tenant-tasks', { title });
const glasses = await large.device();
await glasses.post('/device/v1/sessions', { role: 'trainer' });
await world.app.requests.flush();
// Requests at the held time are older than the first partition of the log, like requests whose partition was
// dropped.
await db`insert into request_days (account_id, day, calls, errors) values (${large.account_id}, current_date, 7, 1)`;
const admin = await consoleOf(world, large.admin);
const document = { name: 'rules.txt', content: Buffer.from('Wear gloves.').toString('base64') };
assert.equal((await admin.post('/documents', document)).status, 201);
for (const [account_id, count] of Object.entries(DELIVERIES)) await addDeliveries(account_id, count);

async function addDeliveries(account_id: string, count: number): Promise<void> {
  const now = world.clock.now();
  const endpoint_id = newId(now);
  const rows = Array.from({ length: count }, () => ({
    account_id,
    event_id: newId(now),
    endpoint_id,
    event: 'task.created',
    created_at: now,
  }));
  await db`insert into webhook_deliveries ${db(rows)}`;
}

const storageOf = async (id: string, reader = db) => {
  const [account] = await addStorageToAccounts({ db: reader }, [{ id }]);
  return account?.storage;
};

test('200 with the files and rows of an account, in the list of accounts and for the single account', async () => {
  await db`analyze webhook_deliveries`;
  const { storage } = (await staff.get(`/staff/account?account_id=${large.account_id}`)).body;
  assert.deepEqual(storage, {
    file_bytes: 12,
    most_file_bytes: 5 * 1024 ** 3,
    task_rows: 3,
    session_rows: 1,
    log_rows: 7,
    about_delivery_rows: isCluster() ? null : 400,
  });
  const { accounts } = (await staff.get('/staff/accounts')).body;
  const listed = accounts.map(({ name, storage: { task_rows, about_delivery_rows } }: any) => [
    name,
    task_rows,
    about_delivery_rows,
  ]);
  assert.deepEqual(listed.filter(([name]: string[]) => name === 'Large' || name === 'Small').toSorted(), [
    ['Large', 3, isCluster() ? null : 400],
    ['Small', 0, isCluster() ? null : 20],
  ]);
});

test('200 with zeros for an account without files and rows', async () => {
  const { most_file_bytes: _, ...stored } = (await storageOf(empty.account_id)) ?? {};
  const unknown = isCluster() ? ['about_delivery_rows'] : [];
  assert.deepEqual(
    Object.entries(stored).filter(([name, rows]) => rows !== (unknown.includes(name) ? null : 0)),
    [],
  );
});

test('200 with null for a list before its first count', async () => {
  await db`
    insert into count_ledgers (account_id, counted, row_count, in_cells)
    values (${empty.account_id}, 'tasks', null, true)`;
  assert.equal((await storageOf(empty.account_id))?.task_rows, null);
});

test(
  'the storage page reads no row of growing tables; control: a count reads all rows',
  onOneServer('counts of rows read'),
  async () => {
    const read = (work: (tx: Database) => Promise<unknown>) =>
      db.begin(async (tx) => {
        const reader = tx as unknown as Database;
        const before = await rowsRead(reader, GROWING);
        await work(reader);
        const after = await rowsRead(reader, GROWING);
        return GROWING.map((table) => after[table] - before[table]);
      });
    const none = await read((tx) => storageOf(large.account_id, tx));
    assert.deepEqual(none, [0, 0, 0, 0]);
    const all = await read((tx) => tx`select count(*) from webhook_deliveries`);
    assert.ok((all[2] ?? 0) >= 420);
  },
);
