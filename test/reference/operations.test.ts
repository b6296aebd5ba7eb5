/* The reference page of a single operation, from a short document. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { highlightCode } from '../../src/features/reference/highlight.ts';
import { scopesSection } from '../../src/features/reference/guide/scopes.ts';
import { renderNavigation } from '../../src/features/reference/navigation.ts';
import { resourceChapters } from '../../src/features/reference/operations.ts';
import { html } from '../../src/lib/text/html.ts';
import type { ApiDocument, ApiOperation } from '../../src/lib/schema/openapi.ts';

const KEY: ApiOperation['parameters'][number] = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string' },
};
const LIMIT = { ...KEY, name: 'limit', in: 'query', schema: { type: 'integer' } } as const;
const PUMP = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };
const CREATED = { description: 'Created', content: { 'application/json': { schema: PUMP } } };
const failing = (...codes: string[]) => ({
  description: 'It `fails`.',
  content: { 'application/json': { schema: { allOf: [{}, { properties: { error: { enum: codes } } }] } } },
});

function documentOf(changes: Partial<ApiOperation>, scope = 'read:pumps'): ApiDocument {
  const operation = {
    summary: 'List pumps',
    tags: ['Pumps'],
    security: [{ apiKey: [scope] }, { oAuth: [scope] }],
    parameters: [],
    responses: {},
    'x-scope': scope,
    ...changes,
  };
  const flows = {
    authorizationCode: { scopes: { 'read:pumps': 'Read pumps', 'write:pumps': 'Write pumps' } },
  };
  return {
    servers: [{ url: 'https://ops.example.test/base' }],
    tags: [{ name: 'Nothing' }, { name: 'Pumps', description: 'All of them.' }, { name: 'Taps' }],
    paths: { '/pumps': { post: operation }, '/taps': { get: { ...operation, tags: ['Taps'] } } },
    components: {
      schemas: {},
      securitySchemes: { apiKey: { type: 'http' }, oAuth: { type: 'oauth2', flows } },
    },
  } as unknown as ApiDocument;
}

/** Renders the two columns of the operation's section. */
function render(changes: Partial<ApiOperation> = {}) {
  const [chapter] = resourceChapters(documentOf(changes));
  const [section] = chapter?.sections ?? [];
  const [prose, aside] = [html`${section?.prose}`.text, html`${section?.aside}`.text];
  return { prose, aside, words: wordsOf(prose), needs: needsOf(prose) };
}

const wordsOf = (text: string) =>
  text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
const needsOf = (prose: string) => wordsOf(/<ul class="needs">[^]*?<\/ul>/.exec(prose)?.[0] ?? '');
const listedIn = (prose: string, list: RegExp) =>
  [...(list.exec(prose)?.[0] ?? '').matchAll(/<li>([^]*?)<\/li>/g)].map(([, item = '']) => wordsOf(item));

test('a tag with operations is a chapter, with its description where it has one', () => {
  const chapters = resourceChapters(documentOf({}));
  assert.deepEqual(
    chapters.map(({ title, lead, sections }) => [
      title,
      html`${lead}`.text,
      sections.map((one) => one.method),
    ]),
    [
      ['Pumps', '<p>All of them.</p>', ['POST']],
      ['Taps', '', ['GET']],
    ],
  );
});

test('a description is shown without the summary at its beginning', () => {
  assert.ok(render({ description: 'List pumps. Newest first.' }).prose.includes('<p>Newest first.</p>'));
  assert.ok(render({ description: 'Newest `first`.' }).prose.includes('<p>Newest <code>first</code>.</p>'));
  for (const description of ['List pumps.', undefined])
    assert.doesNotMatch(render({ ...(description && { description }) }).prose, /<p>/);
});

test('an operation lists its scopes or credential, and whether it accepts an idempotency key', () => {
  assert.equal(render().needs, 'Scope read:pumps');
  const two = [{ apiKey: ['read:pumps', 'write:pumps'] }];
  assert.equal(render({ security: two }).needs, 'Scope read:pumps, write:pumps');
  assert.equal(render({ security: [{ deviceToken: [] }] }).needs, 'Any live credential');
  assert.equal(render({ security: [] }).needs, 'No credential');
  const with_key = render({ parameters: [KEY] });
  assert.equal(with_key.needs, 'Scope read:pumps Takes an Idempotency-Key');
  assert.doesNotMatch(with_key.prose, /Query parameters/);
  const with_limit = render({ parameters: [LIMIT] });
  assert.equal(with_limit.needs, 'Scope read:pumps');
  assert.match(with_limit.words, /Query parameters limit integer/);
});

test('members are marked required in a request body, not in a response', () => {
  const requestBody = { required: true, content: { 'application/json': { schema: PUMP } } };
  assert.match(render({ requestBody }).words, /Body id integer required/);
  const answered = render({ responses: { 201: CREATED } });
  assert.match(answered.words, /Response members 201 id integer/);
  assert.doesNotMatch(answered.words, /required/);
  assert.doesNotMatch(render({ responses: { 204: { description: 'Done' } } }).words, /Response members/);
});

test('errors are listed by status with their codes, or otherwise with their description', () => {
  const responses = {
    200: CREATED,
    399: failing('NEVER'),
    400: failing('BAD_REQUEST'),
    409: failing('CONFLICT', 'TOO_LATE'),
    500: failing(),
  };
  const { prose } = render({ responses });
  assert.deepEqual(listedIn(prose, /<ul class="refusals">[^]*?<\/ul>/), [
    '400 BAD_REQUEST',
    '409 CONFLICTTOO_LATE',
    '500 It fails.',
  ]);
});

test('an example response is the documented one, or is built from its members', () => {
  const media = { schema: PUMP, example: { id: 'given' } };
  const given = render({ responses: { 200: { description: '', content: { 'application/json': media } } } });
  assert.match(
    wordsOf(given.aside),
    /Response 200 \{ "id": "given" \}|Response 200 \{ &quot;id&quot;: &quot;given&quot; \}/,
  );
  assert.match(wordsOf(render({ responses: { 200: CREATED } }).aside), /Response 200 \{ .*id.*: 1 \}/);
  assert.doesNotMatch(render({ responses: { 204: { description: 'Done' } } }).aside, /Response/);
});

test('a request can be tried at its path, with a key and a body if it needs them', () => {
  const trialOf = (changes: Partial<ApiOperation>) => {
    const [tag = ''] = /<div\s+class="try"[^>]*>/.exec(render(changes).aside) ?? [];
    const read = (name: string) => new RegExp(`data-${name}="([^"]*)"`).exec(tag)?.[1];
    return [read('method'), read('url'), tag.includes('data-needs-key'), read('body')];
  };
  const schema = { type: 'object', properties: { id: { type: 'integer' } } };
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  assert.deepEqual(trialOf({}), ['POST', '/pumps', true, undefined]);
  const [method, url, needs_key, body = ''] = trialOf({ security: [], requestBody });
  assert.deepEqual([method, url, needs_key], ['POST', '/pumps', false]);
  assert.deepEqual(JSON.parse(String(body).replaceAll('&quot;', '"')), { id: 1 });
});

test('each scope names the operations that require it', () => {
  const prose = html`${scopesSection(documentOf({})).prose}`.text;
  const rows = [...prose.matchAll(/<tr id[^]*?<\/tr>/g)].map(([row]) =>
    wordsOf(row.replaceAll('<td>', ' | ')),
  );
  assert.deepEqual(rows, ['| read:pumps | Read pumpsList pumps, List pumps', '| write:pumps | Write pumps']);
  assert.equal(prose.match(/class="uses"/g)?.length, 1);
});

test('the navigation shows names of the API as code, and the method of each operation', () => {
  const sections = [
    { id: 'a', title: 'task.created', is_code: true, prose: '' },
    { id: 'b', title: 'List pumps', method: 'GET', prose: '' },
  ];
  const { text } = renderNavigation([{ id: 'c', title: 'Pumps', sections }]);
  assert.match(text, /<a href="#a"><code>task.created<\/code>\s*<\/a>/);
  assert.match(text, /<a href="#b"><span>List pumps<\/span> <span class="method get">GET<\/span><\/a>/);
});

const COLOURS: [language: Parameters<typeof highlightCode>[1], code: string, coloured: string][] = [
  ['typescript', 'a // b', 'a <i class="t-comment">// b</i>'],
  ['json', '"a": "b"', '<i class="t-key">&quot;a&quot;</i>: <i class="t-string">&quot;b&quot;</i>'],
  ['python', 'return x', '<i class="t-keyword">return</i> x'],
  ['curl', 'curl -X 7', 'curl <i class="t-key">-X</i> <i class="t-number">7</i>'],
  ['python', 'a -b', 'a -b'],
  ['http', 'Age: 7', 'Age: 7'],
];

for (const [language, code, coloured] of COLOURS)
  test(`${code} in ${language} is highlighted`, () => {
    assert.equal(highlightCode(code, language).text, coloured);
  });
