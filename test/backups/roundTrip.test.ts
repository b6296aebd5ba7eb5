/* A short test of backup and restore for the first tier. */
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { listAbandonedDraftNames, listExpiredBackupNames } from '../../src/features/backups/names.ts';
import { makeDueBackup } from '../../src/features/backups/schedule.ts';
import { listBackupTables } from '../../src/features/backups/sql/contents.ts';
import { listBackups } from '../../src/features/backups/sql/backups.ts';
import { listPartitionDaysToCreate, matchTables } from '../../src/features/backups/tables.ts';
import { verifyRestoredBackup } from '../../src/features/backups/verify.ts';
import { freshFolder } from '../support/fileStores.ts';
import { endpointOf } from '../support/endpoints.ts';
import { drawPng } from '../support/pictures.ts';
import { SECRET_KEY } from '../support/tools.ts';
import { openWorld } from '../support/world.ts';
import { readParts, toUnsignedArchive, type ArchivePart } from './support/archives.ts';
import {
  assertTargetEmpty,
  backUp,
  openEmptyTargets,
  PASSPHRASE,
  restoreInto,
  sumRows,
} from './support/places.ts';

const openEmpty = openEmptyTargets(() => world.connection);
const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
await endpointOf(tenant, 'https://hooks.example.com/a');
await api.post('/v1/api-tenant-tasks', { title: 'Tab\t, line\nbreak, back\\slash and 🪛' });
const picture = drawPng(60, 60).toString('base64');
await api.post('/v1/api-tenant-forms', { name: 'Pump', template_image_base64: picture });
await api.post('/v1/api-tenant-forms', { name: 'Valve', template_image_base64: picture });
await world.app.requests.flush();
const path = join(await freshFolder(), 'one.backup');
const made = await backUp(world, path);
const place = await openEmpty();
const restored = await restoreInto(place, path);
const parts = await readParts(path);

test('a restored database has the same rows in the same daily partitions, with its files and keys', async () => {
  assert.deepEqual(await sumRows(place.db), await sumRows(world.db));
  assert.deepEqual(restored.keys, [SECRET_KEY]);
  const verified = await verifyRestoredBackup(place, restored);
  assert.equal(verified.rows, made.rows);
  assert.deepEqual([made.files, made.missing, verified.files, verified.missing], [2, 0, 2, []]);
  assert.ok(verified.sealed > 0);
  const [row] = await listBackups(world.db);
  assert.deepEqual(
    [row?.state, row?.is_scheduled, row?.bytes, row?.made_at, row?.reason],
    ['done', false, made.bytes, made.made_at, null],
  );
});

test('missing and changed rows of a restored installation are detected', async () => {
  const { db, files } = place;
  const other_key = { ...restored, keys: [Buffer.alloc(32, 8)] as const };
  await assert.rejects(verifyRestoredBackup(place, other_key), /does not decrypt \d+ stored secrets/);
  const [form] = await db<{ template_key: string }[]>`select template_key from forms limit 1`;
  await files.remove(form?.template_key ?? '');
  assert.deepEqual((await verifyRestoredBackup(place, restored)).missing, [form?.template_key]);
  await db`delete from tasks`;
  assert.equal((await verifyRestoredBackup(place, restored)).rows, made.rows - 1);
  await db`update forms as form set template_sha256 = ${'0'.repeat(64)}`;
  await assert.rejects(verifyRestoredBackup(place, restored), /does not match the checksum of its record/);
});

test('a non-empty destination and an existing backup name are rejected', async () => {
  await assert.rejects(restoreInto(place, path), /The database is not empty: restore into a new DATA_DIR/);
  await assert.rejects(backUp(world, path), /already exists/);
  const [failed] = await listBackups(world.db);
  assert.deepEqual([failed?.state, failed?.made_at], ['failed', null]);
  assert.match(failed?.reason ?? '', /already exists/);
});

const CHANGED: [string, RegExp, (parts: ArchivePart[]) => ArchivePart[]][] = [
  [
    'without its second part',
    /no part “secret key” at the expected place/,
    ([first = assert.fail()]) => [first],
  ],
  [
    'with fewer rows than it lists',
    /is missing rows of tasks/,
    (all) =>
      all.map((part) => {
        if (part.header['name'] !== 'contents') return part;
        const contents = JSON.parse(part.content.toString('utf8'));
        contents.rows.tasks++;
        return { ...part, content: Buffer.from(JSON.stringify(contents)) };
      }),
  ],
];

test('a backup with a missing or unknown part restores nothing', async () => {
  const empty = await openEmpty();
  for (const [what, fault, change] of CHANGED) {
    const changed = `${path}-changed`;
    await writeFile(changed, toUnsignedArchive(change(parts)));
    await assert.rejects(restoreInto(empty, changed, { accepts_unsigned: true }), fault, what);
    await assertTargetEmpty(empty);
  }
});

test('a backup header is rejected unless it names each table and column of the migrations once', async () => {
  const { about } = restored;
  const created = await listBackupTables(world.db);
  assert.deepEqual(matchTables(about.tables, created), [...created]);
  const [first = assert.fail(), ...others] = about.tables;
  const TABLES: [RegExp, typeof about.tables][] = [
    [/no migration creates: "pg_authid"/, [{ ...first, name: 'pg_authid' }, ...others]],
    [/a column of \w+ that no migration creates: "other"/, [{ ...first, columns: ['other'] }]],
    [/does not have each column of \w+ once/, [{ ...first, columns: first.columns.slice(1) }, ...others]],
    [/does not have each column of \w+ once/, [{ ...first, columns: [...first.columns, 'id'] }, ...others]],
    [/has no table/, others],
    [/has a table twice/, [...about.tables, first]],
  ];
  for (const [fault, tables] of TABLES) assert.throws(() => matchTables(tables, created), fault);
  assert.deepEqual(
    listPartitionDaysToCreate({ events: ['2026-01-01', '2026-01-02', '2026-01-01'] }, created),
    [{ table: 'events', days: ['2026-01-01', '2026-01-02'] }],
  );
  assert.throws(
    () => listPartitionDaysToCreate({ tasks: ['2026-01-01'] }, created),
    /no migration partitions: "tasks"/,
  );
  assert.throws(() => listPartitionDaysToCreate({ event: [] }, created), /no migration partitions: "event"/);
  assert.throws(
    () => listPartitionDaysToCreate({ events: ['2026-02-30'] }, created),
    /contains the invalid day 2026-02-30/,
  );
});

test('only old backups of this service and drafts older than two days are removed', () => {
  const nameOf = (day: string) => `tenant-ops-${day}T03-00-00Z.backup`;
  const [one, two, three] = ['2026-11-20', '2026-11-21', '2026-11-22'].map(nameOf);
  assert.deepEqual(listExpiredBackupNames([`${three}`, 'tenant-ops.backup', `${one}`, `${two}`], 2), [one]);
  assert.deepEqual(listExpiredBackupNames([`${three}`, `${two}`], 2), []);
  const drafts = [`.${one}.4711`, `.${three}.4711`, `.other.4711`, `${one}`];
  assert.deepEqual(listAbandonedDraftNames(drafts, new Date('2026-11-23T00:00:00.000Z')), []);
  assert.deepEqual(listAbandonedDraftNames(drafts, new Date('2026-11-23T00:00:00.001Z')), [`.${one}.4711`]);
});

test('one backup is made for a scheduled time, and the next one replaces it', async () => {
  const { connection: target, files } = world;
  const folder = await freshFolder();
  const made_at = async (now: string) => {
    const options = { target, files, readKeys: () => [SECRET_KEY] as const, passphrase: PASSPHRASE };
    const schedule = { place: folder, at_minute_of_day: 180, keep: 1 };
    await makeDueBackup({ ...options, ...schedule, version: '0.0.0', now: new Date(now) });
    return readdir(folder);
  };
  const [first, second] = ['2026-11-22T04-00-00Z', '2026-11-23T03-00-00Z'].map(
    (time) => `tenant-ops-${time}.backup`,
  );
  assert.deepEqual(await made_at('2026-11-22T04:00:00Z'), [first]);
  assert.deepEqual(await made_at('2026-11-22T05:00:00Z'), [first]);
  assert.deepEqual(await made_at('2026-11-23T03:00:00Z'), [second]);
  const rows = await world.db`select due_at from backups where due_at is not null order by due_at`;
  assert.deepEqual(
    rows.map((row) => row['due_at']),
    ['2026-11-22T03:00:00.000Z', '2026-11-23T03:00:00.000Z'],
  );
});
