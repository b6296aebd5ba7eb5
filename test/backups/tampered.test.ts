/* A manipulated backup runs no commands, and reads or writes nothing outside of its tables and files. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import type { ArchiveHeader } from '../../src/features/backups/contents.ts';
import { listBackupTables } from '../../src/features/backups/sql/contents.ts';
import { switchToLoadingRole } from '../../src/features/backups/sql/loadingRole.ts';
import { listPartitionDaysToCreate, matchTables } from '../../src/features/backups/tables.ts';
import { ByteReader } from '../../src/lib/files/archive/byteReader.ts';
import { CHUNK_BYTES, decrypt, startEncryption, TAG_BYTES } from '../../src/lib/files/archive/encryption.ts';
import { ARCHIVE_MAGIC } from '../../src/lib/files/archive/format.ts';
import { SALT_BYTES } from '../../src/lib/crypto/passphrase.ts';
import { freshFolder } from '../support/fileStores.ts';
import { drawPng } from '../support/pictures.ts';
import { openWorld } from '../support/world.ts';
import { readParts, toSignedArchive, toUnsignedArchive, type ArchivePart } from './support/archives.ts';
import { assertTargetEmpty, backUp, openEmptyTargets, restoreInto, sumRows } from './support/places.ts';

const openEmpty = openEmptyTargets(() => world.connection);
const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const folder = await freshFolder();

const PICTURE = drawPng(60, 60).toString('base64');
await api.post('/v1/api-tenant-tasks', { title: 'Kept' });
await api.post('/v1/api-tenant-forms', { name: 'Pump', template_image_base64: PICTURE });
await world.app.requests.flush();
const still = join(folder, 'still.backup');
await backUp(world, still);
const parts = await readParts(still);

/** The folder where an injected command of the database server would leave a file as proof. */
// The path contains no hyphen, because names of partitions contain none.
const proofs = await mkdtemp(join(tmpdir(), 'proofs_'));
after(() => rm(proofs, { recursive: true }));
await chmod(proofs, 0o777);
const accepting = { accepts_unsigned: true };

function nameFirst(about: ArchiveHeader, changes: Partial<ArchiveHeader['tables'][number]>): ArchiveHeader {
  const [first = assert.fail(), ...others] = about.tables;
  return { ...about, tables: [{ ...first, ...changes }, ...others] };
}

let made = 0;
async function save(bytes: Buffer): Promise<string> {
  const path = join(folder, `tampered-${++made}`);
  await writeFile(path, bytes);
  return path;
}

function withPart(name: string, change: (part: ArchivePart) => ArchivePart): ArchivePart[] {
  return parts.map((part) => (part.header['name'] === name ? change(part) : part));
}

function withAbout(change: (about: ArchiveHeader) => unknown): ArchivePart[] {
  return withPart('about', ({ header, content }) => {
    const about = JSON.parse(content.toString('utf8')) as ArchiveHeader;
    return { header, content: Buffer.from(JSON.stringify(change(about))) };
  });
}

// The command reads all of its input, because the server reports an error if a program ends earlier.
const command = (proof: string) => `copy (select 1) to program 'cat > ${join(proofs, proof)}'`;

/** Injections that once ran their command as the superuser. */
const COMMANDS: [string, RegExp, (about: ArchiveHeader) => unknown][] = [
  [
    'a table name',
    /The part “about” of the backup is invalid: tables/,
    (about) => nameFirst(about, { name: `accounts"; ${command('1')}; --` }),
  ],
  [
    'a day',
    /The part “about” of the backup is invalid: days/,
    (about) => ({ ...about, days: { events: [`2026_01_01x" (a int); ${command('2')}; create table "y`] } }),
  ],
];

for (const [what, fault, change] of COMMANDS)
  test(`a command in ${what} of an unsigned backup is rejected and does not run`, async () => {
    const place = await openEmpty();
    const path = await save(toUnsignedArchive(withAbout(change)));
    await assert.rejects(restoreInto(place, path, accepting), fault);
    assert.deepEqual(await readdir(proofs), []);
    await assertTargetEmpty(place);
  });

test('control: the injected command runs if a superuser executes its statement', async () => {
  await world.db.unsafe(command('control'));
  assert.ok(existsSync(join(proofs, 'control')));
  await rm(join(proofs, 'control'));
});

test('a backup header is rejected unless it names each table, column and daily partition of the migrations once', async () => {
  const about = JSON.parse(parts[0]?.content.toString('utf8') ?? '') as ArchiveHeader;
  const created = await listBackupTables(world.db);
  assert.deepEqual(matchTables(about.tables, created), [...created]);
  const [first = assert.fail(), ...others] = about.tables;
  const TABLES: [RegExp, ArchiveHeader['tables']][] = [
    [/no migration creates: "pg_authid"/, [{ ...first, name: 'pg_authid' }, ...others]],
    [/no migration creates: "events_default"/, [...about.tables, { ...first, name: 'events_default' }]],
    [/a column of \w+ that no migration creates: "id\\"\) from/, [{ ...first, columns: ['id") from'] }]],
    [/does not have each column of \w+ once/, [{ ...first, columns: first.columns.slice(1) }, ...others]],
    [/does not have each column of \w+ once/, [{ ...first, columns: [...first.columns, 'id'] }, ...others]],
    [/has no table/, others],
    [/has a table twice/, [...about.tables, first]],
  ];
  for (const [fault, tables] of TABLES) assert.throws(() => matchTables(tables, created), fault);

  const DAYS: [RegExp, ArchiveHeader['days']][] = [
    [/no migration partitions: "events\\" default/, { 'events" default': ['2026-01-01'] }],
    [/days of a table that no migration partitions: "tasks"/, { tasks: ['2026-01-01'] }],
    [/contains the invalid day 2026-02-30/, { events: ['2026-02-30'] }],
  ];
  for (const [fault, days] of DAYS) assert.throws(() => listPartitionDaysToCreate(days, created), fault);
});

test('the role that loads rows can run no program and access no files or other rows', async () => {
  const connection = await world.db.reserve();
  try {
    await connection.unsafe('begin');
    const tables = await listBackupTables(connection);
    const endLoading = await switchToLoadingRole(connection, tables);
    for (const statement of [
      command('role'),
      `copy accounts (name) from program 'echo run'`,
      `copy accounts (name) from '/etc/hostname'`,
      "select pg_read_file('/etc/hostname')",
      'select secret from webhook_endpoints',
      'create table more (id int)',
    ]) {
      await connection.unsafe('savepoint before');
      await assert.rejects(connection.unsafe(statement), /permission denied|Only roles with privileges/i);
      await connection.unsafe('rollback to before');
    }
    await endLoading();
    const roles = await connection`select 1 from pg_roles where rolname like 'tenant_ops_loading%'`;
    assert.equal(roles.length, 0);
  } finally {
    await connection.unsafe('rollback');
    connection.release();
  }
  assert.deepEqual(await readdir(proofs), []);
});

test('a database user that can run server programs cannot restore; without that privilege it restores without a separate role', async () => {
  const place = await openEmpty();
  const name = 'tenant_ops_test_owner';
  await place.db.unsafe(`create role ${name} login password 'a-password' nosuperuser`);
  await place.db.unsafe(`grant all on schema public to ${name}`);
  const target = { ...place.target, username: name, password: 'a-password' };
  const privileged = 'pg_execute_server_program';
  try {
    await place.db.unsafe(`grant ${privileged} to ${name}`);
    await assert.rejects(restoreInto({ ...place, target }, still), /restore as a user without pg_execute/);
    await assertTargetEmpty(place);
    await place.db.unsafe(`revoke ${privileged} from ${name}`);
    await restoreInto({ ...place, target }, still);
    assert.deepEqual(await sumRows(place.db), await sumRows(world.db));
  } finally {
    await place.db.unsafe(`drop owned by ${name} cascade`);
    await place.db.unsafe(`drop role ${name}`);
  }
});

test('an unsigned backup is restored only with --unsigned', async () => {
  const place = await openEmpty();
  const path = await save(toUnsignedArchive(parts));
  await assert.rejects(restoreInto(place, path), /is not signed.*add --unsigned/);
  await assertTargetEmpty(place);
  await restoreInto(place, path, accepting);
  assert.deepEqual(await sumRows(place.db), await sumRows(world.db));
});

test('an unsigned backup that is appended to the beginning of a signed one is rejected', async () => {
  const plain = toUnsignedArchive(parts);
  const signed = await toSignedArchive(parts);
  const place = await openEmpty();
  const beginning = ARCHIVE_MAGIC.length + SALT_BYTES;
  const mixed = Buffer.concat([signed.subarray(0, beginning), plain.subarray(ARCHIVE_MAGIC.length)]);
  await assert.rejects(restoreInto(place, await save(mixed), accepting), /not the passphrase|was changed/);
  await assertTargetEmpty(place);
});

test('changed, moved, repeated, missing, truncated and foreign chunks are rejected', async () => {
  const content: ArchivePart[] = [{ header: { name: 'random' }, content: randomBytes(3.5 * CHUNK_BYTES) }];
  const [signed, other] = [await toSignedArchive(content), await toSignedArchive(content)];
  const head = ARCHIVE_MAGIC.length + SALT_BYTES;
  const step = CHUNK_BYTES + TAG_BYTES;
  const listChunks = (bytes: Buffer) =>
    Array.from({ length: 4 }, (_, at) => bytes.subarray(head + at * step, head + (at + 1) * step));
  const [first = assert.fail(), second = assert.fail(), third = assert.fail(), last = assert.fail()] =
    listChunks(signed);
  const arrange = (...chunks: Buffer[]) => Buffer.concat([signed.subarray(0, head), ...chunks]);
  const flip = (at: number) => {
    const bytes = Buffer.from(signed);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    return bytes;
  };
  const magic = ARCHIVE_MAGIC.length;
  const ends = [0, 5, magic, magic + 5, head, head + 3, head + TAG_BYTES, signed.length - 1];
  const WRONG: [string, Buffer][] = [
    ['moved', arrange(second, first, third, last)],
    ['repeated', arrange(first, first, second, third, last)],
    ['that is missing', arrange(first, third, last)],
    ['of another', arrange(first, ...listChunks(other).slice(1))],
    ['with one more byte', Buffer.concat([signed, Buffer.from('x')])],
    ['with one more chunk', arrange(first, second, third, last, last)],
    ['with another salt', flip(ARCHIVE_MAGIC.length)],
    ['changed in the first', flip(head + 10)],
    ['changed in the last', flip(signed.length - 1)],
    ...[head + step, head + 2 * step, head + 3 * step, ...ends].map((end): [string, Buffer] => [
      `cut at ${end}`,
      signed.subarray(0, end),
    ]),
  ];
  for (const [what, bytes] of WRONG) {
    const path = await save(bytes);
    await assert.rejects(readParts(path), { name: 'DamagedArchive' }, what);
  }
  assert.deepEqual(await readParts(await save(arrange(first, second, third, last))), content);

  const place = await openEmpty();
  await assert.rejects(restoreInto(place, await save(arrange(first, third, last))), /changed or truncated/);
  await assertTargetEmpty(place);
});

test('content of whole chunks, of one byte more or less, and of no bytes is read as it was written', async () => {
  for (const bytes of [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES]) {
    const encryption = await startEncryption('a passphrase of backups');
    const content = randomBytes(bytes);
    const chunks = [...encryption.push(content), encryption.end()];
    const reader = new ByteReader(Readable.from([encryption.salt, ...chunks]));
    const read = await Array.fromAsync(decrypt(reader, 'a passphrase of backups'));
    assert.ok(Buffer.concat(read).equals(content), `${bytes} bytes`);
  }
});

test('the content of a backup is not readable', async () => {
  const bytes = await toSignedArchive(parts);
  assert.equal(bytes.indexOf('table accounts'), -1);
  // Control: an archive without signatures.
  assert.notEqual(toUnsignedArchive(parts).indexOf('table accounts'), -1);
});

test('a file with an invalid key is rejected, and nothing is written', async () => {
  const place = await openEmpty();
  for (const [name, key] of [
    ['file ../../outside', '../../outside'],
    ['file x', '/etc/passwd'],
  ]) {
    const changed = parts.map((part) =>
      String(part.header['name']).startsWith('file ') ? { ...part, header: { name, key } } : part,
    );
    const path = await save(toUnsignedArchive(changed));
    await assert.rejects(restoreInto(place, path, accepting), /a part “file [^”]+” that is not a file/);
  }
  await assertTargetEmpty(place);
});

test('the size of parts and the cost of the passphrase hash are limited before they are read', async () => {
  const place = await openEmpty();
  const large = (name: string, bytes: number) =>
    withPart(name, (part) => ({ ...part, content: Buffer.alloc(bytes, ' ') }));
  const refuse = async (changed: ArchivePart[], fault: RegExp) =>
    assert.rejects(restoreInto(place, await save(toUnsignedArchive(changed)), accepting), fault);
  // A frame has at most 4 MiB, so larger parts consist of several frames.
  await refuse(
    withPart('about', (part) => ({ ...part, content: Buffer.alloc(4 * 1024 * 1024 + 1, ' ') })),
    /is invalid/,
  );
  await refuse(large('secret key', 1024 * 1024 + 1), /“secret key” of the backup exceeds .* 1048576 bytes/);
  const header = { name: 'about', more: 'x'.repeat(5_000) };
  await refuse(
    withPart('about', (part) => ({ ...part, header })),
    /its beginning is invalid/,
  );
  await refuse(
    withPart('about', (part) => ({ ...part, header: { name: '\u001b[2J' } })),
    /its beginning is invalid/,
  );
  for (const changes of [{ cost: 2 ** 20 }, { cost: 2 }, { block: 1 }]) {
    const changed = withPart('secret key', (part) => ({
      ...part,
      content: Buffer.from(JSON.stringify({ ...JSON.parse(part.content.toString('utf8')), ...changes })),
    }));
    await refuse(changed, /encrypted with unknown parameters/);
  }
  await assertTargetEmpty(place);
});
