import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { idempotencySection, paginationSection } from '../../src/features/reference/guide/conventions.ts';
import { membersOf, renderMembersOfBody, renderMembers } from '../../src/features/reference/members.ts';
import { renderRequestSamples } from '../../src/features/reference/samples.ts';
import { describeSchemaLimits, describeSchemaType } from '../../src/features/reference/schemaText.ts';
import type { ApiDocument, Schema } from '../../src/lib/schema/openapi.ts';
import { describeApi } from '../../src/openapi/openapi.ts';
import { openWorld } from '../support/world.ts';
import { openScriptedServer } from './support/scriptedServer.ts';
import { runSample } from './support/samples.ts';
import { assertSent, listSdkSamples } from './support/sdkSamples.ts';

const world = await openWorld();
const document = describeApi(world.app.doors, world.url, '1.2.3');
const listener = await openScriptedServer();
const served = describeApi(world.app.doors, listener.url, '1.2.3');
process.env['TENANT_OPS_API_KEY'] = 'tak_of_the_samples';
after(() => delete process.env['TENANT_OPS_API_KEY']);
const SDK = new URL('../../sdk/src/main.ts', import.meta.url).href;

const LIMITS: [Schema, string | undefined][] = [
  [{ minLength: 1, maxLength: 500 }, '1 to 500 characters'],
  [{ maxLength: 50_000 }, 'At most 50,000 characters'],
  [{ maxLength: 1 }, 'At most 1 character'],
  [{ maxLength: 2 }, 'At most 2 characters'],
  [{ minLength: 1 }, 'At least 1 character'],
  [{ minItems: 1, maxItems: 6 }, '1 to 6 elements'],
  [{ minimum: 1, maximum: 100 }, '1 to 100'],
  [{ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, 'At least 0'],
  [{ maximum: Number.MAX_SAFE_INTEGER - 1 }, 'At most 9,007,199,254,740,990'],
  [{ 'x-rule': 'must be an https URL', maxLength: 5 }, 'Must be an https URL'],
  [{ type: 'string' }, undefined],
];

for (const [schema, words] of LIMITS)
  test(`the rules of ${JSON.stringify(schema)} are described as ${words}`, () =>
    assert.equal(describeSchemaLimits(schema), words));

const TYPES: [Schema, string][] = [
  [{ type: 'string', format: 'uuid' }, 'UUID'],
  [{ type: 'string', format: 'name' }, 'string'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
  [{ oneOf: [{ type: 'string' }, { type: ['integer', 'null'] }] }, 'string or integer or null'],
  [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, 'string or integer'],
  [{ type: 'array', items: { type: 'string' } }, 'array of strings'],
  [{ type: 'array' }, 'array'],
  [{}, 'any value'],
];

for (const [schema, words] of TYPES)
  test(`the type of ${JSON.stringify(schema)} is described as ${words}`, () =>
    assert.equal(describeSchemaType(schema), words));

const REQUEST = { method: 'POST', url: 'https://a.example/x', credential: 'API_KEY', body: { a: { b: 1 } } };

function sampleOf(language: string, changes: object = {}): string {
  const samples = renderRequestSamples({ ...REQUEST, ...changes });
  return samples.find((sample) => sample.language === language)?.code ?? '';
}

test('a sample sends the credential and the body, with the indentation of the lines around it', () => {
  assert.equal(
    sampleOf('python').split('response =')[1],
    [
      ' requests.post(',
      '    "https://a.example/x",',
      '    headers={"Authorization": f"Bearer {os.environ[\'API_KEY\']}"},',
      '    json={"a": {"b": 1}},',
      '    timeout=10,',
      ')',
      'response.raise_for_status()',
      'answer = response.json()',
    ].join('\n'),
  );
  assert.match(sampleOf('curl'), /^curl -X POST "https:/);
  assert.match(sampleOf('typescript'), /method: 'POST',[^]*Authorization[^]*Content-Type[^]*body: JSON/);
});

test('a sample does not mention a credential or a body that is not sent', () => {
  const bare = { method: 'GET', credential: undefined, body: undefined };
  for (const language of ['curl', 'typescript', 'python']) {
    const code = sampleOf(language, bare);
    assert.doesNotMatch(code, /Authorization|Content-Type|json=|body|POST|-d |import os|-X/, code);
  }
});

test('the guide shows the paging parameters and the idempotency header as they are declared', () => {
  const pages = String(paginationSection(document).prose);
  for (const name of ['limit', 'offset']) assert.match(pages, new RegExp(`class="name">${name}<`));
  assert.match(
    String(idempotencySection(document).prose),
    /class="name">Idempotency-Key<[^]*1 to 255 visible ASCII/,
  );
});

test('the guide of an API without lists and idempotency keys has no rows about them', () => {
  const empty: ApiDocument = { ...document, paths: {} };
  for (const { prose } of [paginationSection(empty), idempotencySection(empty)])
    assert.doesNotMatch(String(prose), /class="name"|undefined/);
});

for (const operation of listSdkSamples(served)) {
  const { name, answer, samples } = operation;
  if (samples === undefined) continue;
  test(`the SDK sample of ${name} sends the same request as the curl sample`, async () => {
    listener.sent.length = 0;
    listener.answers.push(answer);
    const code = samples.typescript.replace("'tenant-ops'", `'${SDK}'`);
    await runSample({ kind: 'ts', name, code }, {}, []);
    assert.equal(listener.sent.length, 1);
    assertSent(listener.sent[0], operation);
  });
}

test('operations of other doors and those without a credential have samples with fetch', () => {
  for (const { path, samples } of listSdkSamples(served)) {
    const by_sdk = path.startsWith('/v1/') && !path.startsWith('/v1/oauth');
    assert.equal(samples !== undefined, by_sdk, path);
  }
});

/** Returns the HTML without whitespace for layout. */
const plain = (page: unknown) => String(page).replaceAll(/\s+/g, ' ').replaceAll('> <', '><');
const option = { anchor: 'in', shows_required: true };

test('a member is shown with its type, whether it is required, its limits and its description', () => {
  const schema: Schema = {
    required: ['a'],
    properties: {
      a: { type: 'string', description: 'An `a`.', default: 'x', maxLength: 3 },
      b: { type: 'string', enum: ['x', null] },
      d: { type: 'array', items: { type: 'object', properties: { e: { const: 7 } } } },
      f: { anyOf: [{ type: 'null' }, { type: 'object', properties: { g: { type: 'boolean' } } }] },
    },
  };
  const page = plain(renderMembers(membersOf(schema), option));
  assert.equal(
    page,
    '<ul class="members"><li id="in-a"><div class="member-head"><code class="name">a</code><span class="type">string</span>' +
      '<span class="required">required</span></div><p>An <code>a</code>.</p><p class="facts"><span>At most 3 characters</span>' +
      '<span>Default <code>x</code></span></p></li><li id="in-b"><div class="member-head"><code class="name">b</code>' +
      '<span class="type">string</span></div><p class="facts"><span>Always <code>x</code></span></p></li><li id="in-d">' +
      '<div class="member-head"><code class="name">d</code><span class="type">array of objects</span></div>' +
      '<details class="nested"><summary>Members of each of <code>d</code></summary><ul class="members"><li id="in-d-e">' +
      '<div class="member-head"><code class="name">e</code><span class="type">any value</span></div><p class="facts">' +
      '<span>Always <code>7</code></span></p></li></ul></details></li><li id="in-f"><div class="member-head">' +
      '<code class="name">f</code><span class="type">object or null</span></div><details class="nested">' +
      '<summary>Members of <code>f</code></summary><ul class="members"><li id="in-f-g"><div class="member-head">' +
      '<code class="name">g</code><span class="type">boolean</span></div></li></ul></details></li></ul>',
  );
  assert.doesNotMatch(
    plain(renderMembers(membersOf(schema), { ...option, shows_required: false })),
    /required/,
  );
});

test('each alternative of a body is shown, and a body without members is shown with its type', () => {
  const form = (name: string, title?: string): Schema => ({
    type: 'object',
    properties: { [name]: { type: 'integer' } },
    ...(title !== undefined && { title }),
  });
  assert.match(plain(renderMembersOfBody({ type: 'object' }, option)), /^<p>object, its members depending/);
  assert.match(plain(renderMembersOfBody(form('a'), option)), /^<ul class="members"><li id="in-a">/);
  const both = plain(renderMembersOfBody({ oneOf: [form('a', 'First'), form('b')] }, option));
  assert.match(both, /^<p class="form-name">First<\/p><ul class="members"><li id="in-1-a">/);
  assert.match(both, /<p class="form-name">Form 2<\/p><ul class="members"><li id="in-2-b">/);
});
