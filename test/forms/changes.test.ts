/* Changes of a form: the type of its template, and numbers that JSON cannot represent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleOf } from '../../support/console.ts';
import { drawPng } from '../support/pictures.ts';
import { openWorld } from '../support/world.ts';

const PATH = '/v1/api-tenant-forms';
const PLACE = 'https://media.example.com/pump';
const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const people = await consoleOf(world, tenant.admin);
const png = drawPng().toString('base64');

const create = async (body: object = {}): Promise<{ id: string }> =>
  (await api.post(PATH, { name: 'Pump', template_image_url: `${PLACE}.png`, ...body })).body;
const change = (id: string, body: object) => api.put(`${PATH}?id=${id}`, body);

const TYPES: [string, object, string][] = [
  ['the type in the request', { template_mime_type: 'application/pdf' }, 'application/pdf'],
  ['a short type name in the request', { template_mime_type: 'webp' }, 'image/webp'],
  ['unchanged, with any extension of a new address', { template_image_url: `${PLACE}.pdf` }, 'image/png'],
  ['unchanged, for an address without an extension', { template_image_url: PLACE }, 'image/png'],
  [
    'the type in the request, with any extension of the address',
    { template_image_url: `${PLACE}.pdf`, template_mime_type: 'image/webp' },
    'image/webp',
  ],
  ['unchanged, for null', { template_mime_type: null }, 'image/png'],
  ['unchanged, for a change of another member', { name: 'Valve' }, 'image/png'],
];
for (const [what, body, type] of TYPES) {
  test(`200 for a change whose type is ${what}`, async () => {
    const { id } = await create();
    const changed = await change(id, body);
    assert.deepEqual([changed.status, changed.body.template_mime_type], [200, type]);
    assert.deepEqual((await api.get(`${PATH}?id=${id}`)).body, changed.body);
  });
}

test('200 for a new picture, whose type is detected from its bytes', async () => {
  const { id } = await create({ template_mime_type: 'application/pdf' });
  const changed = await people.put(`/forms?id=${id}`, { template_image_base64: png });
  assert.deepEqual([changed.status, changed.body.template_mime_type], [200, 'image/png']);
  const wrong = { template_image_base64: png, template_mime_type: 'image/webp' };
  assert.equal((await people.put(`/forms?id=${id}`, wrong)).status, 400);
});

test('400 for a URL and base64 together, on create and on a change', async () => {
  const both = { template_image_url: `${PLACE}.png`, template_image_base64: png };
  const created = await api.post(PATH, { name: 'Both', ...both });
  const expected = 'template_image_url, template_image_base64: send one of them, not both';
  assert.deepEqual([created.status, created.body.message], [400, expected]);
  const { id } = await create();
  const changed = await people.put(`/forms?id=${id}`, { ...both, template_image_url: `${PLACE}.jpg` });
  assert.deepEqual([changed.status, changed.body.message], [400, expected]);
});

test('400 for an invalid type, and for a type other than that of the stored picture', async () => {
  const { id } = await create({ template_image_url: null, template_image_base64: png });
  for (const template_mime_type of ['image/gif', 'application/pdf'])
    assert.equal((await change(id, { template_mime_type })).status, 400, template_mime_type);
  assert.equal((await change(id, { template_mime_type: 'png' })).status, 200);
});

const raw = (text: string) =>
  `{"name":"N","template_image_url":"${PLACE}.png","fields":[{"a":{"b":[${text}]}}]}`;

for (const number of ['9007199254740993', '-12345678901234567890', '1e400', '1e17', '9007199254740992.0']) {
  test(`400 for fields with ${number}, which cannot be stored exactly`, async () => {
    const { id } = await create();
    for (const [method, path] of [
      ['POST', PATH],
      ['PUT', `${PATH}?id=${id}`],
    ]) {
      const { status, body } = await api.call(`${path}`, { method: `${method}`, raw: raw(number) });
      assert.deepEqual([status, body.error], [400, 'BAD_REQUEST']);
      assert.equal(
        body.message,
        'fields: numbers beyond ±9007199254740991 cannot be stored exactly; send them as text',
      );
    }
    const through = await people.call('/forms', { method: 'POST', raw: raw(number) });
    assert.equal(through.status, 400);
  });
}

test('201 for fields with exactly representable numbers, which are returned unchanged', async () => {
  for (const number of ['9007199254740991', '-9007199254740991', '0.1', '-2.5e-7', '123456.789', '0']) {
    const made = await api.call(PATH, { method: 'POST', raw: raw(number) });
    assert.equal(made.status, 201, number);
    assert.deepEqual(made.body.fields, [{ a: { b: [Number(number)] } }]);
  }
  assert.equal(JSON.stringify(JSON.parse('9007199254740993')), '9007199254740992');
});

test('200 for unchanged fields, also with a number that new fields must not contain', async () => {
  const { id } = await create();
  const fields = [{ a: 2 ** 60 }];
  await world.db`update forms set fields = ${JSON.stringify(fields)}::text::json where id = ${id}`;
  assert.deepEqual((await change(id, { name: 'Valve', fields })).body.fields, fields);
  assert.equal((await change(id, { fields: [{ a: 2 ** 61 }] })).status, 400);
});

test('200 for a large number in an unknown member, which is ignored', async () => {
  const { id } = await create();
  const answer = await api.call(`${PATH}?id=${id}`, {
    method: 'PUT',
    raw: '{"chat_id":12345678901234567890}',
  });
  assert.equal(answer.status, 200);
});

test('the OpenAPI document describes nullable members and the default of the type', async () => {
  const { body } = await world.nobody.get('/v1/openapi.json');
  const text = JSON.stringify(body);
  for (const words of [
    'Null without a label',
    'The library form that was copied. Null for any other form',
    'Null before the first session',
    'Null without a recording',
    'Null if the training app sent no results',
    'Null unless a session completed the task and has results',
    'If omitted, a new picture has the type of its bytes, and a changed URL keeps the current type.',
    'Numbers beyond ±9007199254740991 cannot be stored exactly and are rejected: send them as text.',
    '`NOT_ENTITLED` if the request names a seat that the skill is not allocated to.',
    'Digits beyond milliseconds are truncated.',
    'An internationalized domain is stored in ASCII',
    'Ids are case-insensitive; responses contain them as stored.',
    'Sending the current value again is always accepted; only changed values are validated.',
  ])
    assert.ok(text.includes(words), words);
});

test('200 for renaming a form to the name of an older or newer form', async () => {
  for (const changed of [0, 1]) {
    await world.db`delete from forms`;
    const ids = [(await create({ name: 'Form 0' })).id, (await create({ name: 'Form 1' })).id];
    const { status, body } = await change(ids[changed] ?? '', { name: `Form ${1 - changed}` });
    assert.deepEqual([status, body.id, body.name], [200, ids[changed], `Form ${1 - changed}`]);
  }
});
