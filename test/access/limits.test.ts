/*
 * The limits of an account: the limit can be reached, one more is rejected, and of two simultaneous requests only
 * one can be the last.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCOUNT_LIMITS, MOST_ACCOUNT_FILE_GIB, type LimitKind } from '../../src/access/limits/table.ts';
import { createIntegration } from '../../src/features/integrations/integrations.ts';
import { importLibraryForm } from '../../src/features/forms/library.ts';
import { createSeatWithToken } from '../../src/features/seats/seats.ts';
import { createUser } from '../../src/features/users/users.ts';
import type { Answer } from '../../support/caller.ts';
import { consoleOf } from '../../support/console.ts';
import { dataUrl, drawPng } from '../support/pictures.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const world = await openWorld();
const { db } = world;
const tenant = await world.account();
const other = await world.account();
const api = await tenant.api();
const admin = await consoleOf(world, tenant.admin);
const staff = await consoleOf(world, await world.staff());
const GIB = 1024 ** 3;
let made = 0;
const fresh = () => `N${(made += 1)}`;
const picture = { template_image_url: 'https://example.com/a.png' };

/** SQL that inserts rows in bulk, to fill an account up to its limit. */
const FILLERS: Record<LimitKind, string> = {
  users: `users (account_id, id, email, full_name, is_admin, created_at)
    select $1, gen_random_uuid(), gen_random_uuid() || '@bulk.example', 'B', false, now()`,
  invitations: `invitations (account_id, id, user_id, token_hash, created_at, expires_at)
    select $1, gen_random_uuid(), $3, sha256(gen_random_uuid()::text::bytea), now(), 'infinity'`,
  seats: `seats (account_id, id, device_name, roles, created_at)
    select $1, gen_random_uuid(), 'B', '{trainer}', now()`,
  forms: `forms (account_id, id, name, aliases, source, is_active, fields, template_image_url, template_mime_type, created_at, updated_at)
    select $1, gen_random_uuid(), 'B', '{}', 'custom', true, '[]', 'https://example.com/b.png', 'image/png', now(), now()`,
  skills: `skills (account_id, id, name, description, kind, arguments_schema, response_target, is_active, config, signing_secret, created_at, updated_at)
    select $1, gen_random_uuid(), 'B', '', 'http', '{}', 'api', true, '{}', '', now(), now()`,
  collections: `knowledge_collections (account_id, id, name, created_at)
    select $1, gen_random_uuid(), 'B' || number, now()`,
  documents: `knowledge_documents (account_id, id, collection_id, name, file_key, bytes, state, created_at, updated_at, due_at)
    select $1, gen_random_uuid(), (select id from knowledge_collections where account_id = $1 limit 1),
      'b.txt', gen_random_uuid()::text, 1, 'ready', now(), now(), now()`,
  endpoints: `webhook_endpoints (account_id, id, url, events, secret, is_managed, created_at)
    select $1, gen_random_uuid(), 'https://93.184.215.14/b', '{task.created}', '', false, now()`,
  keys: `api_keys (account_id, id, name, token_hash, last4, scopes, created_at)
    select $1, gen_random_uuid(), 'B', sha256(gen_random_uuid()::text::bytea), 'last', '{read:tasks}', now()`,
  apps: `oauth_apps (account_id, client_id, name, description, homepage, redirect_uris, scopes, status, secret_hash, secret_last4, created_at)
    select $1, 'app_' || substr(md5(random()::text), 1, 24), 'B', '', '', '{https://b.example}', '{read:tasks}', 'development', '', 'last', now()`,
  integrations: `integrations (account_id, id, provider, token_hash, last4, created_at)
    select $1, gen_random_uuid(), 'B', sha256(gen_random_uuid()::text::bytea), 'last', now()`,
};

/** Creates one more record of a kind through the API. */
const ADD: Record<LimitKind, () => Promise<Answer>> = {
  users: async () => {
    // Accepts earlier invitations, so that the limit of users is reached and not that of invitations.
    await db`update invitations set accepted_at = now() where account_id = ${tenant.account_id}`;
    return admin.post('/people', { email: `${fresh()}@one.example`, full_name: 'One', access: 'member' });
  },
  invitations: () =>
    api.post('/v1/api-tenant-users', { email: `${fresh()}@one.example`, full_name: 'One', roles: ['admin'] }),
  seats: () => admin.post('/seats', { device_name: 'One', roles: ['trainer'] }),
  forms: () => api.post('/v1/api-tenant-forms', { name: 'One', ...picture }),
  skills: () => admin.post('/skills', { name: 'One', kind: 'knowledge_search' }),
  collections: () => admin.post('/documents', upload(fresh())),
  documents: () => admin.post('/documents', upload('B1')),
  endpoints: () =>
    api.post('/v1/webhook-subscribe', { url: 'https://93.184.215.14/one', events: ['task.created'] }),
  keys: () => admin.post('/keys', { name: 'One', scopes: ['read:tasks'] }),
  apps: () =>
    admin.post('/apps', { name: 'One', scopes: ['read:tasks'], redirect_uris: ['https://one.example'] }),
  integrations: () => admin.post('/integrations', { provider: 'One' }),
};

function upload(collection: string) {
  return { name: 'one.txt', collection, content: Buffer.from('text').toString('base64') };
}

async function countOf(kind: LimitKind): Promise<number> {
  const table = FILLERS[kind].slice(0, FILLERS[kind].indexOf(' '));
  const live: Partial<Record<LimitKind, string>> = {
    keys: 'and revoked_at is null',
    integrations: 'and revoked_at is null',
    endpoints: 'and deleted_at is null',
    apps: 'and deleted_at is null',
    invitations: 'and accepted_at is null',
  };
  const [row] = await db.unsafe<[{ count: number }]>(
    `select count(*)::int as count from ${table} where account_id = $1 ${live[kind] ?? ''}`,
    [tenant.account_id],
  );
  return row.count;
}

async function fillUpTo(kind: LimitKind, wanted: number): Promise<void> {
  const more = wanted - (await countOf(kind));
  const text = `insert into ${FILLERS[kind]} from generate_series(1, $2::int) as number`;
  const values = [tenant.account_id, more, tenant.admin_id];
  await db.unsafe(text, FILLERS[kind].includes('$3') ? values : values.slice(0, 2));
}

const ORDER: LimitKind[] = [
  ...(['seats', 'forms', 'skills', 'collections', 'documents', 'endpoints', 'keys', 'apps'] as const),
  ...(['integrations', 'invitations', 'users'] as const),
];

test('every limit has a test', () =>
  assert.deepEqual(ORDER.toSorted(), Object.keys(ACCOUNT_LIMITS).toSorted()));

for (const kind of ORDER)
  test(`400 beyond the limit of ${kind} per account, and for one of two concurrent requests at the limit`, async () => {
    const { most } = ACCOUNT_LIMITS[kind];
    assert.ok((await ADD[kind]()).status < 300);
    await fillUpTo(kind, most - 1);
    const both = await Promise.all([ADD[kind](), ADD[kind]()]);
    const statuses = both.map(({ status }) => status).toSorted((one, two) => one - two);
    assert.deepEqual([statuses[0] === 200 || statuses[0] === 201, statuses[1]], [true, 400], both[0]?.text);
    assert.equal(await countOf(kind), most);
    const { body } = await ADD[kind]();
    const message = `${kind}: at most ${most.toLocaleString('en-US')} per account`;
    assert.deepEqual([body.error, body.message], ['BAD_REQUEST', message]);
  });

const full = (kind: string) => ({ code: 'BAD_REQUEST', message: new RegExp(`^${kind}: at most`) });

test('400 on the other doors; limits do not apply to other accounts or the platform', async () => {
  const person = { email: `${fresh()}@cli.example`, full_name: 'C', is_admin: false, password: '12345678' };
  await assert.rejects(createUser(tenant.ctx(), person), full('users'));
  await assert.rejects(
    createSeatWithToken(tenant.ctx(), { device_name: 'C', roles: ['trainer'] }),
    full('seats'),
  );
  await assert.rejects(createIntegration(tenant.ctx(), { provider: 'C' }), full('integrations'));
  const offered = await staff.post('/staff/forms', { name: 'L', ...picture, fields: [{ key: 'state' }] });
  assert.equal(offered.status, 201);
  await assert.rejects(importLibraryForm(tenant.ctx(), offered.body.id), full('forms'));
  assert.equal((await importLibraryForm(other.ctx(), offered.body.id)).name, 'L');
  assert.equal((await staff.post('/staff/skills', { name: 'P', kind: 'knowledge_search' })).status, 201);
});

test('201 after a record was deleted at the limit; existing records can still be changed', async () => {
  const { body } = await api.get('/v1/api-tenant-forms?limit=1');
  const [{ id }] = body.forms;
  assert.equal((await api.put(`/v1/api-tenant-forms?id=${id}`, { name: 'Renamed' })).status, 200);
  assert.equal((await api.delete(`/v1/api-tenant-forms?id=${id}`)).status, 200);
  assert.equal((await ADD.forms()).status, 201);
  const { body: keys } = await admin.get('/keys?status=live&limit=1');
  assert.equal((await admin.post(`/keys/roll?key_id=${keys.keys[0].id}`)).status, 201);
});

async function fileBytesOf({ account_id }: Tenant): Promise<number> {
  const [row] = await db<[{ bytes: number }]>`
    select (select coalesce(sum(bytes), 0) from knowledge_documents where account_id = ${account_id})::float8
      + (select coalesce(sum(template_bytes), 0) from forms where account_id = ${account_id})::float8 as bytes`;
  return row.bytes;
}

test('400 if pictures and documents together exceed the storage limit of the account', async () => {
  const roomy = await world.account();
  const caller = await roomy.api();
  const page = await consoleOf(world, roomy.admin);
  const png = drawPng();
  const form = { name: 'P', template_image_base64: dataUrl('image/png', png) };
  const first = await caller.post('/v1/api-tenant-forms', form);
  const document = await page.post('/documents', upload('General'));
  assert.equal(document.status, 201);
  assert.equal(await fileBytesOf(roomy), png.length + 4);

  const large = 2 ** 30;
  const filler = FILLERS.documents.replace(
    `'b.txt', gen_random_uuid()::text, 1,`,
    `'b.txt', gen_random_uuid()::text, ${large},`,
  );
  await db.unsafe(`insert into ${filler} from generate_series(1, ${MOST_ACCOUNT_FILE_GIB})`, [
    roomy.account_id,
  ]);
  const makeRoom = (bytes: number) => db`
    update knowledge_documents
    set bytes = ${large - png.length - 4 - bytes}
    where id = (select id from knowledge_documents where account_id = ${roomy.account_id} and bytes > 1000 limit 1)`;

  await makeRoom(png.length);
  const before = (await Array.fromAsync(world.files.list('forms'))).length;
  const both = await Promise.all([1, 2].map(() => caller.post('/v1/api-tenant-forms', form)));
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((one, two) => one - two),
    [201, 400],
  );
  assert.equal(await fileBytesOf(roomy), MOST_ACCOUNT_FILE_GIB * GIB);
  const message = `files: at most ${MOST_ACCOUNT_FILE_GIB} GiB per account`;
  const documents = await Array.fromAsync(world.files.list('knowledge'));
  assert.equal(both.find(({ status }) => status === 400)?.body.message, message);
  for (const refused of [
    await caller.post('/v1/api-tenant-forms', form),
    await page.post('/documents', upload('General')),
    await caller.put(`/v1/documents?document_id=${document.body.id}`, upload('General')),
    await page.put(`/forms?id=${first.body.id}`, {
      template_image_base64: dataUrl('image/png', drawPng(900, 9)),
    }),
  ]) {
    assert.deepEqual([refused.status, refused.body.message], [400, message]);
  }
  assert.ok((await Array.fromAsync(world.files.list('forms'))).length <= before + 2);
  assert.deepEqual(await Array.fromAsync(world.files.list('knowledge')), documents, 'none is stored');
  assert.equal((await caller.delete(`/v1/api-tenant-forms?id=${first.body.id}`)).status, 200);
  assert.equal((await page.post('/documents', upload('General'))).status, 201);
});

test('the reference and the description name every limit', async () => {
  const document = (await world.nobody.get('/v1/openapi.json')).body;
  const page = (await world.nobody.get('/docs')).text;
  const said = Object.entries(ACCOUNT_LIMITS).map(([name, { most, about }]) => ({
    name,
    most: most.toLocaleString('en-US'),
    about,
  }));
  assert.deepEqual(document['x-limits'].slice(0, -1), said);
  assert.deepEqual(document['x-limits'].at(-1).most, `${MOST_ACCOUNT_FILE_GIB} GiB`);
  for (const { name, most } of document['x-limits']) {
    const row = new RegExp(`<td><code>${name}</code></td>\\s*<td>${most}</td>`);
    assert.match(page, row);
  }
  for (const [path, kind] of [
    ['/v1/api-tenant-forms', 'forms'],
    ['/v1/api-tenant-users', 'users'],
    ['/v1/webhook-subscribe', 'endpoints'],
  ] as const) {
    const { description } = document.paths[path].post;
    assert.ok(
      description.includes(`at most ${ACCOUNT_LIMITS[kind].most.toLocaleString('en-US')} ${kind}`),
      description,
    );
  }
});
