/* A backup and what comes out of it, as briefly as the first tier needs it. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { listAbandonedNames, listExpiredNames } from '../../src/features/backups/names.ts';
import { listTables } from '../../src/features/backups/sql/contents.ts';
import { listBackups } from '../../src/features/backups/sql/backups.ts';
import { matchDays, matchTables } from '../../src/features/backups/tables.ts';
import { verifyRestored } from '../../src/features/backups/verify.ts';
import { freshFolder } from '../support/fileStores.ts';
import { endpointOf } from '../support/endpoints.ts';
import { drawPng } from '../support/pictures.ts';
import { SECRET_KEY } from '../support/tools.ts';
import { openWorld } from '../support/world.ts';
import { readParts, toUnsignedArchive, type ArchivePart } from './support/archives.ts';
import { assertNothingIn, backUp, openPlaces, restore, sumRows } from './support/places.ts';

const openEmpty = openPlaces(() => world.connection);
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
const restored = await restore(place, path);
const parts = await readParts(path);

test('a restored database has the same rows in the same days, with its files and keys', async () => {
  assert.deepEqual(await sumRows(place.db), await sumRows(world.db));
  assert.deepEqual(restored.keys, [SECRET_KEY]);
  const verified = await verifyRestored(place, restored);
  assert.equal(verified.rows, made.rows);
  assert.deepEqual([made.files, made.missing, verified.files, verified.missing], [2, 0, 2, []]);
  assert.ok(verified.sealed > 0);
  const [row] = await listBackups(world.db);
  assert.deepEqual(
    [row?.state, row?.is_scheduled, row?.bytes, row?.made_at, row?.reason],
    ['done', false, made.bytes, made.made_at, null],
  );
});

test('what a restored place lost or has otherwise is found', async () => {
  const { db, files } = place;
  const other_key = { ...restored, keys: [Buffer.alloc(32, 8)] as const };
  await assert.rejects(verifyRestored(place, other_key), /does not open \d+ sealed values/);
  const [form] = await db<{ template_key: string }[]>`select template_key from forms limit 1`;
  await files.remove(form?.template_key ?? '');
  assert.deepEqual((await verifyRestored(place, restored)).missing, [form?.template_key]);
  await db`delete from tasks`;
  assert.equal((await verifyRestored(place, restored)).rows, made.rows - 1);
  await db`update forms as form set template_sha256 = ${'0'.repeat(64)}`;
  await assert.rejects(verifyRestored(place, restored), /is not the one that its record names/);
});

test('a place that is not empty is refused, as is a name that is taken', async () => {
  await assert.rejects(restore(place, path), /The database is not empty: restore into a new DATA_DIR/);
  await assert.rejects(backUp(world, path), /is there already/);
  const [failed] = await listBackups(world.db);
  assert.deepEqual([failed?.state, failed?.made_at], ['failed', null]);
  assert.match(failed?.reason ?? '', /is there already/);
});

const CHANGED: [string, RegExp, (parts: ArchivePart[]) => ArchivePart[]][] = [
  ['without its second part', /no part “secret key” where it belongs/, ([first = assert.fail()]) => [first]],
  [
    'with fewer rows than it lists',
    /has not all rows of tasks/,
    (all) =>
      all.map((part) => {
        if (part.header['name'] !== 'contents') return part;
        const contents = JSON.parse(part.content.toString('utf8'));
        contents.rows.tasks++;
        return { ...part, content: Buffer.from(JSON.stringify(contents)) };
      }),
  ],
];

test('a backup that lacks a part, or has another one, leaves nothing', async () => {
  const empty = await openEmpty();
  for (const [what, fault, change] of CHANGED) {
    const changed = `${path}-changed`;
    await writeFile(changed, toUnsignedArchive(change(parts)));
    await assert.rejects(restore(empty, changed, { accepts_unsigned: true }), fault, what);
    await assertNothingIn(empty);
  }
});

test('names of tables, columns and days come from the migrations, each once', async () => {
  const { about } = restored;
  const created = await listTables(world.db);
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
  assert.deepEqual(matchDays({ events: ['2026-01-01', '2026-01-02', '2026-01-01'] }, created), [
    { table: 'events', days: ['2026-01-01', '2026-01-02'] },
  ]);
  assert.throws(() => matchDays({ tasks: ['2026-01-01'] }, created), /no migration partitions: "tasks"/);
  assert.throws(() => matchDays({ event: [] }, created), /no migration partitions: "event"/);
  assert.throws(() => matchDays({ events: ['2026-02-30'] }, created), /has a day 2026-02-30, which is none/);
});

test('only old backups of ours are removed, and drafts of two days ago', () => {
  const nameOf = (day: string) => `tenant-ops-${day}T03-00-00Z.backup`;
  const [one, two, three] = ['2026-11-20', '2026-11-21', '2026-11-22'].map(nameOf);
  assert.deepEqual(listExpiredNames([`${three}`, 'tenant-ops.backup', `${one}`, `${two}`], 2), [one]);
  assert.deepEqual(listExpiredNames([`${three}`, `${two}`], 2), []);
  const drafts = [`.${one}.4711`, `.${three}.4711`, `.other.4711`, `${one}`];
  assert.deepEqual(listAbandonedNames(drafts, new Date('2026-11-23T00:00:00.000Z')), []);
  assert.deepEqual(listAbandonedNames(drafts, new Date('2026-11-23T00:00:00.001Z')), [`.${one}.4711`]);
});
