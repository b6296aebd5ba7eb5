/* The export of an account as one archive, for its admins, the staff and the operator. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { streamAccountExport, exportAccount } from '../../src/features/accounts/export/save.ts';
import {
  HIDDEN_COLUMNS_BY_EXPORTED_TABLE,
  EXCLUSION_REASON_BY_TABLE,
} from '../../src/features/accounts/export/tables.ts';
import { runStatementsThrough } from '../../src/lib/sql/sql.ts';
import { freshFolder } from '../support/fileStores.ts';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { consoleOf } from '../../support/console.ts';
import { populateAccount } from '../contracts/support/populate.ts';
import { openAccountCallers } from '../contracts/support/stage.ts';
import { adminBrowser, connectApp, makeApp } from '../support/oauth.ts';
import { memberOf } from '../support/memberOf.ts';
import { openWorld } from '../support/world.ts';
import { insertDeletionEndpoint, insertRowsWithoutApi } from './support/insertRows.ts';
import { countRowsOfAccount, listTablesWithColumn } from './support/remainingRows.ts';
import { drawPng } from '../support/pictures.ts';
import { untar } from './support/untar.ts';

const PIECE_BYTES = 4_194_304;

const world = await openWorld();
const { db } = world;
const side = await openAccountCallers(world, 'Werkstatt Süd');
const { tenant } = side;
const neighbour = await openAccountCallers(world, 'Werkstatt Nord');
await populateAccount(world, side, 2);
await populateAccount(world, neighbour, 1);
await connectApp(world, await adminBrowser(world, tenant), await makeApp(world, neighbour.tenant));
await makeApp(world, tenant);
await insertRowsWithoutApi(world, tenant);
await insertDeletionEndpoint(world, tenant);
await (
  await tenant.api()
).post('/v1/api-tenant-forms', { name: 'Pump', template_image_base64: drawPng(9, 9).toString('base64') });
await world.app.requests.flush();

const admin = await consoleOf(world, tenant.admin);
const staff = await consoleOf(world, await world.staff());
const save = ({ cookie }: { cookie: string }, path = '/account.tar.gz') =>
  world.nobody.call(path, { headers: { Cookie: cookie } });

const HIDDEN = await db<{ name: string }[]>`
  select distinct attname as name from pg_attribute
  where not attisdropped and atttypid = 'bytea'::regtype and attrelid in (
    select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p'))
  union select 'password_hash'`;

type Manifest = {
  account: { account_id: string; name: string };
  records: Record<string, number>;
  files: number;
  missing: string[];
  entries: { name: string; bytes: number; sha256: string }[];
};

/** Downloads the archive as an admin of the account. */
async function download() {
  const response = await fetch(`${world.url}/account.tar.gz`, { headers: { Cookie: admin.cookie } });
  assert.equal(response.status, 200);
  assert.match(
    response.headers.get('content-disposition') ?? '',
    /^attachment; filename="Werkstatt-S-d-\d{4}-\d\d-\d\d\.tar\.gz"$/,
  );
  return read(Buffer.from(await response.arrayBuffer()));
}

function read(packed: Buffer) {
  const entries = untar(gunzipSync(packed));
  const manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '') as Manifest;
  return { entries, manifest };
}

function recordsOf(entries: Map<string, Buffer>, table: string): Record<string, unknown>[] {
  return [...entries]
    .filter(([name]) => name.startsWith(`records/${table}/`))
    .flatMap(([, content]) => content.toString().trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('every table with an account is exported or excluded with a reason', async () => {
  const known = [
    ...Object.keys(HIDDEN_COLUMNS_BY_EXPORTED_TABLE),
    ...Object.keys(EXCLUSION_REASON_BY_TABLE),
  ].toSorted();
  assert.deepEqual(await listTablesWithColumn(db, 'account_id'), known);
  const columns = await db<{ table: string; name: string }[]>`
    select attrelid::regclass::text as table, attname as name from pg_attribute where not attisdropped`;
  for (const [table, without] of Object.entries(HIDDEN_COLUMNS_BY_EXPORTED_TABLE))
    for (const name of without)
      assert.ok(
        columns.some((column) => column.table === table && column.name === name),
        `${table}.${name}`,
      );
});

test('200 for an export with every record and file, and with correct checksums', async () => {
  const { entries, manifest } = await download();
  await world.app.requests.flush();
  const held = await countRowsOfAccount(db, tenant.account_id);
  const empty = Object.keys(HIDDEN_COLUMNS_BY_EXPORTED_TABLE).filter((table) => held[table] === undefined);
  assert.deepEqual(empty, [], 'give the account a row of each, so that its export is seen');
  for (const table of Object.keys(HIDDEN_COLUMNS_BY_EXPORTED_TABLE).filter((name) => !GROWING.has(name))) {
    assert.equal(manifest.records[table], held[table], table);
    const records = recordsOf(entries, table);
    assert.equal(records.length, held[table], table);
    assert.deepEqual([...new Set(records.map(({ account_id }) => account_id))], [tenant.account_id]);
  }
  assert.equal([...entries.keys()].at(-1), 'manifest.json');
  assert.deepEqual(
    manifest.entries.map(({ name }) => name),
    [...entries.keys()].slice(0, -1),
  );
  for (const { name, bytes, sha256 } of manifest.entries) {
    const content = entries.get(name) ?? Buffer.alloc(0);
    assert.equal(content.length, bytes, name);
    assert.equal(createHash('sha256').update(content).digest('hex'), sha256, name);
  }
  assert.equal(manifest.account.name, 'Werkstatt Süd');
  assert.deepEqual(manifest.missing, []);
  for (const { file_key } of recordsOf(entries, 'knowledge_documents'))
    assert.ok(entries.has(`files/${String(file_key)}`));
  const files = [...entries.keys()].filter((name) => name.startsWith('files/'));
  assert.equal(files.length, manifest.files);
  assert.ok(files.some((name) => name.startsWith('files/forms/')));
});

/** Tables to which the download itself adds rows. */
const GROWING = new Set(['audit_entries', 'request_log', 'request_days', 'browser_sessions']);

test('times are in UTC, and the archive contains no hash, secret or password', async () => {
  const { entries } = await download();
  const [task] = recordsOf(entries, 'tasks');
  assert.match(String(task?.['created_at']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  for (const { name } of HIDDEN)
    for (const table of Object.keys(HIDDEN_COLUMNS_BY_EXPORTED_TABLE))
      for (const record of recordsOf(entries, table)) assert.ok(!(name in record), `${table}.${name}`);
  const [{ id }] = await db<[{ id: string }]>`
    select id from webhook_endpoints where account_id = ${tenant.account_id} and deleted_at is null limit 1`;
  const { body } = await admin.get(`/endpoints/secret?endpoint_id=${id}`);
  const all = Buffer.concat([...entries.values()]).toString();
  assert.ok(all.includes(id));
  assert.ok(!all.includes(body.secret));
});

test('303 to the sign-in page for a signed-out browser, 403 for a member, for staff on the account path and for an admin on the staff path', async () => {
  const away = await world.nobody.call('/account.tar.gz');
  assert.deepEqual([away.status, away.headers.get('location')], [303, '/sign-in?next=%2Faccount.tar.gz']);
  const member = await consoleOf(world, await memberOf(tenant));
  assert.equal((await save(member)).status, 403);
  assert.equal((await save(staff)).status, 403);
  assert.equal((await save(admin, `/account-for-staff.tar.gz?account_id=${tenant.account_id}`)).status, 403);
});

test('200 for an export by staff with an account id, 400 without an id, 404 for an unknown account', async () => {
  const path = `/account-for-staff.tar.gz?account_id=${neighbour.tenant.account_id}`;
  const response = await fetch(`${world.url}${path}`, { headers: { Cookie: staff.cookie } });
  const { manifest } = read(Buffer.from(await response.arrayBuffer()));
  assert.equal(manifest.account.account_id, neighbour.tenant.account_id);
  assert.equal((await save(staff, '/account-for-staff.tar.gz?account_id=x')).status, 400);
  assert.equal((await save(staff, `/account-for-staff.tar.gz?account_id=${tenant.admin_id}`)).status, 404);
  assert.equal((await db`select 1 from audit_entries where account_id = ${tenant.admin_id}`).length, 0);
});

test('200 after any download that failed before its records were read', async () => {
  const statements = ['the account', 'the audit', 'the account again', 'the columns'];
  for (const failing of statements) {
    const next = statements.values();
    const broken = runStatementsThrough(db, async (work) => {
      if (next.next().value === failing) throw new Error(failing);
      return work();
    });
    const reading = async () => Array.fromAsync(streamAccountExport({ ...tenant.ctx(), db: broken }));
    await assert.rejects(reading, { message: failing });
    await download();
  }
});

test('each export is in the audit log of the account', async () => {
  const { entries } = (await admin.get('/audit?action=account.exported')).body;
  assert.ok(entries.length >= 2);
  assert.equal(entries[0].actor.id, tenant.admin_id);
});

test('an export file appears only when complete, replaces no existing file, and an interrupted command leaves no file', async () => {
  const folder = await freshFolder();
  const to = join(folder, 'süd.tar.gz');
  const ctx = tenant.ctx();
  const made = await exportAccount(ctx, to, new AbortController().signal);
  const { manifest } = read(await readFile(to));
  assert.deepEqual([made.records, made.files], [manifest.records, manifest.files]);
  await assert.rejects(exportAccount(ctx, to, new AbortController().signal), /already exists/);
  const broken = exportAccount(ctx, join(folder, 'other.tar.gz'), AbortSignal.abort());
  await assert.rejects(broken, { name: 'AbortError' });
  assert.deepEqual(await readdir(folder), ['süd.tar.gz']);
});

test('a file that is deleted during the export is missing from the archive and reported', async () => {
  const [{ file_key }] = await db<[{ file_key: string }]>`
    select file_key from knowledge_documents where account_id = ${tenant.account_id} limit 1`;
  await world.files.remove(file_key);
  const { manifest } = await download();
  assert.deepEqual(manifest.missing, [file_key]);
});

test('a file of records ends with the row that reaches 4 MiB', async () => {
  const large = await world.account();
  await db`
    insert into tasks (account_id, id, title, description, status, priority, source, created_at)
    select ${large.account_id}, gen_random_uuid(), 'Task', repeat('x', 2000), 'open', 'low', 'api', now()
    from generate_series(1, 2000)`;
  const to = join(await freshFolder(), 'large.tar.gz');
  await exportAccount(large.ctx(), to, new AbortController().signal);
  const { entries } = read(await readFile(to));
  const [first, second] = [1, 2].map((number) => entries.get(`records/tasks/00000${number}.jsonl`));
  assert.ok(first && second);
  const last_row = first.length - (first.lastIndexOf('\n', first.length - 2) + 1);
  assert.ok(first.length >= PIECE_BYTES);
  assert.ok(first.length - last_row < PIECE_BYTES);
  assert.equal(recordsOf(entries, 'tasks').length, 2_000);
});
