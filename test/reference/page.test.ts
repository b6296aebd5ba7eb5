import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_SCOPES } from '../../src/access/scopes.ts';
import { eventAnchor, operationAnchor } from '../../src/features/reference/anchors.ts';
import { samplePanel } from '../../src/features/reference/code.ts';
import { operationsOf } from '../../src/features/reference/operations.ts';
import { renderReferencePage } from '../../src/features/reference/page.ts';
import {
  STANDARD_WEBHOOKS_CHECK,
  TYPESCRIPT_SIGNATURE_CHECK,
} from '../../src/features/reference/verification.ts';
import {
  signatureHeaders,
  standardWebhooksHeaders,
  toStandardWebhooksSecret,
} from '../../src/features/webhooks/signing.ts';
import { sampleDocument } from './support/document.ts';

const document = sampleDocument();
const urls = { style: '/docs/docs.css', scripts: ['/docs/docs.js'], openapi: '/v1/openapi.json' };
const page = renderReferencePage(document, urls).text;
const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);

test('every operation of every door has its own anchor', () => {
  const operations = operationsOf(document);
  assert.equal(operations.length, 7);
  for (const { method, path } of operations) {
    assert.ok(ids.includes(operationAnchor(method, path)), `${method} ${path}`);
  }
  assert.ok(ids.includes('post-api-tenant-tasks'));
  assert.ok(ids.includes('post-device-v1-sessions-complete'));
});

test('the menu marks the reference as the current page', () => {
  assert.deepEqual(page.match(/<a href="[^"]*" aria-current="[^"]*">[^<]*/g), [
    '<a href="/docs" aria-current="true">API reference',
  ]);
});

test('every event has its own anchor', () => {
  const events = Object.keys(document.webhooks);
  assert.equal(events.length, 6);
  for (const event of events) assert.ok(ids.includes(eventAnchor(event)), event);
});

test('titles that are names of the API are marked as code, and a section without a sample has no empty column', () => {
  assert.match(page, new RegExp(`<h3 id="${eventAnchor('task.created')}"\\s+class="wire">`));
  assert.match(page, /<h3 id="event-envelope"\s*>/);
  assert.match(page, /<div class="aside">/);
  assert.doesNotMatch(page, /<div class="aside">\s*<\/div>/);
});

test('a sample offers its languages in their order', () => {
  const samples = [
    { language: 'python', code: '1' },
    { language: 'curl', code: '2' },
  ] as const;
  const { text } = samplePanel('Sample', samples);
  assert.deepEqual(
    [...text.matchAll(/data-for="(\w+)"/g)].map(([, language]) => language),
    ['curl', 'python'],
  );
});

test('the page shows a delivery with its headers, and the content of each event', () => {
  const words = page.replaceAll(/<[^>]*>/g, '');
  for (const line of ['X-Webhook-Timestamp: 1772442000', 'webhook-id: evt-…'])
    assert.ok(words.includes(line), line);
  for (const { post } of Object.values(document.webhooks)) {
    const [first = ''] = (post.description ?? '').split(/[.`]/);
    assert.ok(first.length > 10 && words.includes(first), first);
  }
});

test('the page shows every member of the data of every event', () => {
  for (const [event, { post }] of Object.entries(document.webhooks)) {
    const { properties } = post.requestBody?.content['application/json'].schema ?? {};
    const members = Object.keys(properties?.['data']?.properties ?? {});
    assert.notEqual(members.length, 0, event);
    for (const member of members) assert.ok(ids.includes(`${eventAnchor(event)}-${member}`), member);
  }
});

test('the page shows every error code and every scope', () => {
  const codes = document.components.schemas['Error']?.properties?.['error']?.enum ?? [];
  assert.equal(codes.length, 16);
  assert.equal(ALL_SCOPES.length, 17);
  for (const code of [...codes, ...ALL_SCOPES]) {
    assert.ok(page.includes(`<code class="name">${String(code)}</code>`), String(code));
  }
});

test('the page shows every query parameter and body member of an operation', () => {
  for (const name of ['title', 'description', 'priority', 'due_date', 'assigned_to', 'external_id']) {
    assert.ok(ids.includes(`post-api-tenant-tasks-body-${name}`), name);
  }
  for (const name of ['status', 'from', 'limit', 'offset']) {
    assert.ok(ids.includes(`get-api-tenant-tasks-query-${name}`), name);
  }
  assert.ok(ids.includes('patch-api-tenant-tasks-query-task_id'));
  assert.ok(ids.includes('post-open-v1-pair-body-2-picture'));
});

test('only members without a default are marked required', () => {
  const row = (id: string) => page.split(` id="${id}"`)[1]?.split('</div>')[0] ?? '';
  assert.match(row('post-api-tenant-tasks-body-title'), /class="required"/);
  assert.match(row('patch-api-tenant-tasks-query-task_id'), /class="required"/);
  assert.doesNotMatch(row('get-api-tenant-tasks-query-limit'), /class="required"/);
});

test('only members that a caller sends are marked required, not those of an event', () => {
  const events = page.split('<section class="chapter"').find((chapter) => chapter.includes('id="events"'));
  for (const id of ['event-envelope', 'verify-signatures', 'event-delivery'])
    assert.ok(events?.includes(`id="${id}"`), id);
  assert.doesNotMatch(events ?? '', /class="required"/);
});

test('anchors are unique, and every linked anchor exists', () => {
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  );
  const targets = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
  assert.deepEqual(
    targets.filter((id) => !ids.includes(id)),
    [],
  );
});

test('the page offers every language of samples, and shows the first until another one is selected', () => {
  const choices = [...page.matchAll(/<input\s+type="radio"[^>]* value="([^"]*)"([^>]*)>/g)];
  assert.deepEqual(
    choices.map(([, language, rest]) => [language, rest?.includes('checked')]),
    [
      ['curl', true],
      ['typescript', false],
      ['python', false],
    ],
  );
});

test('the page requests nothing from another origin', () => {
  const addresses = [...page.matchAll(/\s(?:src|href|action|poster|srcset)="([^"]*)"/g)].map(
    ([, url]) => url,
  );
  assert.ok(addresses.length > 50);
  for (const address of addresses) assert.match(address ?? '', /^(?:#|\/(?!\/)|data:image\/)/);
});

test('the page needs no inline script or style', () => {
  assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
});

test('the page escapes texts of the document', () => {
  assert.ok(page.includes('List forms &lt;b&gt;'));
  assert.ok(page.includes('&quot;fill in&quot; &amp; hand back.'));
  assert.ok(!page.includes('List forms <b>'));
});

test('samples contain the kind of credential of their door, or none', () => {
  assert.ok(page.includes('$TENANT_OPS_API_KEY'));
  assert.ok(page.includes('$TENANT_OPS_DEVICE_TOKEN'));
  const sample = page.split('id="post-open-v1-pair"')[1]?.split('<h3')[0] ?? '';
  assert.doesNotMatch(sample, /Authorization/);
});

/** Returns the text of the panels beside an operation. */
function asideOf(text: string, method: string, path: string): string {
  const section = text.split(` id="${operationAnchor(method, path)}"`)[1]?.split('<h3')[0] ?? '';
  const panels = section.split('<figure').slice(1).join(' ');
  return panels
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'");
}

for (const { method, path } of operationsOf(document))
  test(`the samples of ${method} ${path} call it in every language`, () => {
    const [aside, url] = [asideOf(page, method, path), `https://ops.example.test${path}`];
    const in_curl = method === 'GET' ? 'curl ' : `curl -X ${method} `;
    assert.ok(aside.includes(`${in_curl}"${url}`), aside);
    const is_by_sdk = path.startsWith('/v1/');
    if (is_by_sdk) {
      assert.match(aside, /(?:await|of) ops\./);
      assert.match(aside, /(?:answer =|in) ops\./);
    } else assert.ok(aside.includes(`await fetch('${url}`), aside);
    assert.equal(aside.includes(`method: '${method}'`), method !== 'GET' && !is_by_sdk);
    const in_python = new RegExp(`requests\\.${method.toLowerCase()}\\(\\s+"${url}`);
    assert.equal(in_python.test(aside), !is_by_sdk, aside);
  });

test('the page shows the response of an operation beside its samples, or none if it has no body', () => {
  const ANSWER = /Response 200\s*\{\s*"forms": \[/;
  const path = '/v1/api-tenant-forms';
  assert.match(asideOf(page, 'GET', path), ANSWER);
  const changed = sampleDocument();
  delete changed.paths[path]?.get?.responses['200']?.content;
  const without = asideOf(renderReferencePage(changed, urls).text, 'GET', path);
  assert.match(without, /^[^]*curl "/);
  assert.doesNotMatch(without, /Response/);
});

type Check = (headers: Headers, body: string, secret: string) => boolean;

/** Imports the checking function of a sample, after removing its types. */
async function checkIn(sample: string): Promise<Check> {
  const source = sample.replaceAll(/: (?:Headers|string|boolean)/g, '');
  return (await import(`data:text/javascript,${encodeURIComponent(source)}`)).isGenuine;
}

const SECRET = 'ab'.repeat(32);
const SAMPLES = {
  'of the contract': {
    sample: TYPESCRIPT_SIGNATURE_CHECK,
    secret: SECRET,
    sign: (at: Date) => signatureHeaders(SECRET, '{}', at),
  },
  'of Standard Webhooks': {
    sample: STANDARD_WEBHOOKS_CHECK,
    secret: toStandardWebhooksSecret(SECRET),
    sign: (at: Date) => standardWebhooksHeaders([SECRET, 'cd'.repeat(32)], 'evt-1', '{}', at),
  },
};

for (const [scheme, { sample, secret, sign }] of Object.entries(SAMPLES))
  test(`the verification snippet ${scheme} accepts only a genuine delivery`, async () => {
    const isGenuine = await checkIn(sample);
    const headers = new Headers(sign(new Date()));
    assert.equal(isGenuine(headers, '{}', secret), true);
    assert.equal(isGenuine(headers, '{ }', secret), false);
    assert.equal(isGenuine(headers, '{}', toStandardWebhooksSecret('ef'.repeat(32))), false);
    assert.equal(isGenuine(new Headers(sign(new Date(Date.now() - 301_000))), '{}', secret), false);
    assert.equal(isGenuine(new Headers(), '{}', secret), false);
  });

test('the verification snippet of Standard Webhooks also accepts the old secret during a rotation', async () => {
  const isGenuine = await checkIn(STANDARD_WEBHOOKS_CHECK);
  const headers = new Headers(SAMPLES['of Standard Webhooks'].sign(new Date()));
  assert.equal(isGenuine(headers, '{}', toStandardWebhooksSecret('cd'.repeat(32))), true);
});
