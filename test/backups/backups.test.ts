/* The content of a backup and of a restored installation. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { MIGRATIONS_FOLDER, prepareDatabase } from '../../src/database/database.ts';
import { withDeletesSkippedDuringBackup } from '../../src/features/backups/keptFiles.ts';
import { recordBackupFailure, insertBackup, listBackups } from '../../src/features/backups/sql/backups.ts';
import { verifyRestoredBackup } from '../../src/features/backups/verify.ts';
import { newId } from '../../src/lib/ids.ts';
import { migrateEmptyTo, readNewestMigration } from '../../src/lib/sql/migrate.ts';
import { eventually } from '../../support/eventually.ts';
import { findRestoreLosses, plantRestoreLosses, startWriteLoad } from '../../support/restored.ts';
import { freshFolder, startS3 } from '../support/fileStores.ts';
import { drawPng } from '../support/pictures.ts';
import { SECRET_KEY } from '../support/tools.ts';
import { openWorld } from '../support/world.ts';
import { readParts } from './support/archives.ts';
import {
  assertTargetEmpty,
  backUp,
  listDefinitions,
  openEmptyTargets,
  restoreInto,
  sumRows,
} from './support/places.ts';

/** A migration of an earlier version that already has the table of backups. */
const OLDER = 50;
const ODD = 'tab\t, line\nbreak, return\r, \\N, \\., back\\slash, “quote” and 🪛';

const openEmpty = openEmptyTargets(() => world.connection);
const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const folder = await freshFolder();

await api.post('/v1/api-tenant-tasks', { title: 'Odd', description: ODD.repeat(500) });
await api.post('/v1/webhook-subscribe', { url: 'https://hooks.example.com/a', events: ['task.created'] });
const { body: deleted } = await api.post('/v1/webhook-subscribe', {
  url: 'https://hooks.example.com/b',
  events: ['task.created'],
});
await api.delete(`/v1/webhook-subscribe?endpoint_id=${deleted.id}`);
await api.post('/v1/api-tenant-users', { email: 'new@example.com', full_name: 'New', roles: ['admin'] });
await api.post('/v1/api-tenant-tasks', { title: 'Told' });
const picture = drawPng(300, 300).toString('base64');
await api.post('/v1/api-tenant-forms', { name: 'Pump', template_image_base64: picture });
const still = join(folder, 'still.backup');
await world.app.requests.flush();
const made = await backUp(world, still);

// Like the service, this test does not delete files that a running backup may refer to.
Object.assign(world.tools, withDeletesSkippedDuringBackup(world.tools, world.db));
const restored_place = await openEmpty();
const restored = await restoreInto(restored_place, still);

test('a restored database has the same rows in the same daily partitions, and the same schema', async () => {
  const { db } = restored_place;
  assert.deepEqual(await sumRows(db), await sumRows(world.db));
  assert.deepEqual(await listDefinitions(db), await listDefinitions(world.db));

  await db`update tasks as task set title = 'Other' where task.title = 'Odd'`;
  assert.notDeepEqual(await sumRows(db), await sumRows(world.db));
});

test('verification counts the restored rows, reads the files and decrypts the encrypted values', async () => {
  const { db, files } = restored_place;
  const verified = await verifyRestoredBackup(restored_place, restored);
  assert.equal(verified.rows, made.rows);
  assert.deepEqual([verified.files, verified.missing, verified.sealed], [1, [], 2]);

  const other_key = { ...restored, keys: [Buffer.alloc(32, 8)] as const };
  await assert.rejects(verifyRestoredBackup(restored_place, other_key), /does not decrypt 2 stored secrets/);
  await db`update forms as form set template_sha256 = ${'0'.repeat(64)} where form.template_key is not null`;
  await assert.rejects(
    verifyRestoredBackup(restored_place, restored),
    /does not match the checksum of its record/,
  );
  for await (const { key } of files.list('forms')) await files.remove(key);
  assert.equal((await verifyRestoredBackup(restored_place, restored)).missing.length, 1);
});

test('a backup contains the keys from before and after its snapshot', async () => {
  const path = join(folder, 'keys');
  const [added, removed] = [Buffer.alloc(32, 9), SECRET_KEY];
  const moments: [Buffer, ...Buffer[]][] = [[removed], [added]];
  await backUp(world, path, { readKeys: () => moments.shift() ?? assert.fail() });
  const { keys } = await restoreInto(await openEmpty(), path);
  assert.deepEqual(keys, [added, removed]);
});

test('writes continue after a backup that failed during its snapshot, and so do backups', async () => {
  const path = join(folder, 'unread');
  let reads = 0;
  const readKeys = (): [Buffer] => {
    reads += 1;
    if (reads === 2) throw new Error('the key file cannot be read');
    return [SECRET_KEY];
  };
  await assert.rejects(backUp(world, path, { readKeys }), /cannot be read/);
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => api.post('/v1/api-tenant-tasks', { title: 'After' })),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  for (const name of ['one', 'two', 'three']) await backUp(world, join(folder, name));
});

test('a restore is rejected for a database that is not empty, a wrong passphrase or an unknown migration', async () => {
  await assert.rejects(
    restoreInto(restored_place, still),
    /The database is not empty: restore into a new DATA_DIR/,
  );
  const place = await openEmpty();
  const passphrase = 'another passphrase';
  await assert.rejects(restoreInto(place, still, { passphrase }), /not the passphrase/);
  await assert.rejects(
    restoreInto(place, still, { migrations: await freshFolder() }),
    /restore with the version/,
  );
  await assert.rejects(restoreInto(place, join(folder, 'none')), /There is no backup/);
  await assertTargetEmpty(place);
});

test('a backup of an older schema is restored unchanged and then migrated', async () => {
  const older = await openEmpty();
  const newest = await readNewestMigration(world.db);
  const name = readdirSync(MIGRATIONS_FOLDER).toSorted()[OLDER - 1] ?? assert.fail();
  const text = await readFile(join(MIGRATIONS_FOLDER, name), 'utf8');
  const checksum = createHash('sha256').update(text).digest('hex');
  await older.db.begin((tx) => migrateEmptyTo(tx, MIGRATIONS_FOLDER, { number: OLDER, name, checksum }));
  const account_id = newId(new Date());
  await older.db`insert into accounts (id, name, created_at) values (${account_id}, 'Older', now())`;
  const path = join(folder, 'older');
  await backUp(world, path, { target: older.target, files: older.files });

  const place = await openEmpty();
  await restoreInto(place, path);
  assert.equal((await readNewestMigration(place.db)).number, OLDER);
  await prepareDatabase(place.target);
  assert.deepEqual(await readNewestMigration(place.db), newest);
  const accounts = await place.db<{ name: string }[]>`select account.name from accounts as account`;
  assert.ok(accounts.some((account) => account.name === 'Older'));
});

test('a backup under concurrent writes contains every write acknowledged before its snapshot', async () => {
  const writing = startWriteLoad(api, { writers: 3 });
  await eventually(
    () => writing.tasks,
    ({ length }) => length > 0,
  );
  const path = join(folder, 'moving');
  const { made_at } = await backUp(world, path);
  await writing.stop();
  const place = await openEmpty();
  await restoreInto(place, path);
  const nothing = { tasks: 0, forms: 0, tasks_without_event: 0, events_without_task: 0, files: 0 };
  assert.ok(writing.tasks.some(({ at_ms }) => at_ms < Date.parse(made_at)));
  assert.deepEqual(await findRestoreLosses(place.db, place.files, writing, made_at), nothing);

  // Control: removed rows and files are reported.
  const planted = await plantRestoreLosses(place.db, place.files, writing);
  const lost = await findRestoreLosses(place.db, place.files, planted, made_at);
  assert.deepEqual(lost, { ...nothing, tasks: 1, tasks_without_event: 1, files: 1 });
});

test('deleted files are kept during a backup and removed when it ends or its process dies', async () => {
  const content = Buffer.from('a file');
  const put = async () => (await world.files.put('forms', content, { max_bytes: 100 })).key;
  const isThere = async (key: string) => {
    const file = await world.files.open(key);
    file?.content.destroy();
    return file !== undefined;
  };
  const key = await put();
  const id = newId(new Date());
  await insertBackup(world.db, { id, due_at: null, place: 'here', started_at: new Date() });
  await world.tools.files.remove(key);
  assert.equal(await isThere(key), true);
  await world.db`update backups as backup set alive_at = now() - interval '3 minutes' where backup.id = ${id}`;
  await world.tools.files.remove(key);
  assert.equal(await isThere(key), false);
  await recordBackupFailure(world.db, id, { reason: 'a test', reason_details: null });
});

test('a backup is written to a bucket and restored from it', async () => {
  const url = (await startS3()).replace('http:', 's3+http:');
  const to = `${url}/daily/one.backup`;
  const { bytes } = await backUp(world, to);
  await assert.rejects(backUp(world, to), /already exists/);
  assert.equal((await readParts(to)).at(-1)?.header['name'], 'contents');
  const [newest, first] = await listBackups(world.db);
  assert.equal(newest?.state, 'failed');
  assert.equal(first?.bytes, bytes);
  assert.ok(!JSON.stringify(first).includes('S3RVER:S3RVER'));
});

test('backups include every file reference, and key rotation includes every encrypted column', async () => {
  const columns = await world.db<{ name: string }[]>`
    select column_info.table_name || '.' || column_info.column_name as name
    from information_schema.columns as column_info
    where column_info.table_schema = 'public'
      and (
        column_info.column_name like '%\_key' and column_info.data_type = 'text'
        or column_info.data_type = 'bytea' and column_info.column_name not like '%\_hash'
      )
    order by name`;
  const sequences = await world.db`select 1 from pg_sequences where schemaname = 'public'`;
  assert.equal(sequences.length, 0);
  assert.deepEqual(
    columns.map(({ name }) => name),
    [
      'deletion_endpoints.secret',
      'forms.template_key',
      'forms.thumbnail_key',
      'knowledge_documents.file_key',
      'mails.sealed_link',
      'second_factors.secret',
      // A hash of the address or user whose attempts are counted.
      'sign_in_failures.subject',
      'skills.auth_value',
      'skills.signing_secret',
      'webhook_endpoints.previous_secret',
      'webhook_endpoints.secret',
    ],
  );
});
