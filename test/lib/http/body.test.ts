import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyTextOf } from '../../../src/lib/http/body.ts';
import {
  BODY_LIMITS,
  MAX_JSON_DEPTH,
  MAX_TOTAL_NAME_BYTES,
  ANONYMOUS_BODY_LIMITS,
} from '../../../src/lib/http/bounds.ts';
import { listen, makeHttpServer } from '../../support/httpServer.ts';
import { sendRaw } from '../../support/rawRequest.ts';
import { piecesOf } from '../../support/sendWithoutReading.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const LARGEST = 14 * 1024 * 1024;

const server = await makeHttpServer();
const routes = {
  '/usual': {},
  '/large': { bodyLimit: LARGEST },
  '/forms': { bodyLimit: 1024 * 1024, config: { takes_forms: true } },
  '/open': {
    bodyLimit: ANONYMOUS_BODY_LIMITS.bytes,
    config: { takes_forms: true, most_values: ANONYMOUS_BODY_LIMITS.values },
  },
};
for (const [path, options] of Object.entries(routes))
  server.post(path, options, async ({ body }) => ({ members: Object.keys(Object(body)).length }));
server.post('/text', async (request) => ({ text: bodyTextOf(request) ?? null }));
server.post('/echo', { config: { takes_forms: true } }, async ({ body }) => body);
const url = await listen(server);

const fields = (count: number) => Array.from({ length: count }, (_, at) => `f${at}=1`).join('&');
const members = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, 1])));

test('200 for a body of the maximum size of the open door, 400 for one byte more', async () => {
  const { values, bytes } = ANONYMOUS_BODY_LIMITS;
  assert.deepEqual(await post('/open', FORM, fields(values)), { status: 200, members: values });
  assert.deepEqual(await post('/open', JSON_TYPE, members(values)), { status: 200, members: values });
  await assertRefused('/open', FORM, fields(values + 1), 'body: more than 100 fields');
  await assertRefused('/open', JSON_TYPE, members(values + 1), 'body: more than 100 members and elements');
  assert.equal((await post('/open', FORM, `a=${'a'.repeat(bytes - 2)}`)).status, 200);
  await assertRefused('/open', FORM, `a=${'a'.repeat(bytes - 1)}`, 'body: too large');
  await assertRefused('/open', JSON_TYPE, `"${'a'.repeat(bytes - 1)}"`, 'body: too large');
});

test('200 for the maximum number of values in a body, 400 for one more', async () => {
  const list = (count: number) => `[${'0,'.repeat(count - 1)}0]`;
  assert.equal((await post('/usual', JSON_TYPE, list(BODY_LIMITS.values))).status, 200);
  await assertRefused(
    '/usual',
    JSON_TYPE,
    list(BODY_LIMITS.values + 1),
    'body: more than 50000 members and elements',
  );
});

test('200 for member names of the maximum total length, 400 for one character more', async () => {
  const named = (bytes: number) => `{"ab":{"${'é'.repeat(bytes / 2 - 1)}":"c:d"}}`;
  assert.equal((await post('/large', JSON_TYPE, named(MAX_TOTAL_NAME_BYTES))).status, 200);
  await assertRefused(
    '/large',
    JSON_TYPE,
    named(MAX_TOTAL_NAME_BYTES + 2),
    `body: more than ${MAX_TOTAL_NAME_BYTES} bytes in member names`,
  );
});

test('200 for a body with the maximum nesting, 400 for one level more', async () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  const objects = (levels: number) => `${'{"a":'.repeat(levels)}0${'}'.repeat(levels)}`;
  const side_by_side = `[${Array.from({ length: 3 }, () => nested(MAX_JSON_DEPTH - 1)).join(',')}]`;
  for (const body of [nested(MAX_JSON_DEPTH), objects(MAX_JSON_DEPTH), side_by_side])
    assert.equal((await post('/usual', JSON_TYPE, body)).status, 200);
  for (const body of [nested(MAX_JSON_DEPTH + 1), objects(MAX_JSON_DEPTH + 1), `[${side_by_side}]`])
    await assertRefused('/usual', JSON_TYPE, body, `body: nested deeper than ${MAX_JSON_DEPTH} levels`);
});

test('200 for chunks of exactly the maximum body size, 400 for one byte more', async () => {
  for (const path of ['/usual', '/open']) {
    const most = path === '/open' ? ANONYMOUS_BODY_LIMITS.bytes : BODY_LIMITS.bytes;
    assert.equal((await postChunks(path, `"${'a'.repeat(most - 2)}"`)).status, 200);
    const refused = await postChunks(path, `"${'a'.repeat(most - 1)}"`);
    assert.deepEqual([refused.status, refused.body], [400, TOO_LARGE]);
  }
});

test('400 for a NUL in a name or value of a form', async () => {
  for (const body of ['a=b%00', 'a%00=b', 'a=b&a=c%00'])
    await assertRefused('/forms', FORM, body, 'body: must not contain NUL characters');
});

test('200 with a list for a field that was sent more than once', async () => {
  const answer = await fetch(`${url}/echo`, {
    method: 'POST',
    headers: { 'Content-Type': FORM },
    body: 'a=1&b=2&a=3&a=4',
  });
  assert.deepEqual(await answer.json(), { a: ['1', '3', '4'], b: '2' });
});

test('400 for a hundred and one parameters, 404 for a hundred', async () => {
  const status = async (count: number) => (await fetch(`${url}/nothing?${fields(count)}`)).status;
  assert.equal(await status(100), 404);
  assert.equal(await status(101), 400);
});

test('200 with the text of a body as it was sent, spaces and order kept', async () => {
  const sent = '{ "b": 1,\n  "a": 1.0 }';
  const { body } = await sendRaw(url, requestOf('/text', JSON_TYPE, sent));
  assert.deepEqual(JSON.parse(body), { text: sent });
  const empty = await sendRaw(url, requestOf('/text', JSON_TYPE, ''));
  assert.deepEqual(JSON.parse(empty.body), { text: null });
});

test('400 without a host in HTTP/1.1, 404 in HTTP/1.0, and 400 for other versions and for chunks in HTTP/1.0', async () => {
  const tell = async (line: string, head = '') => {
    const { status, body } = await sendRaw(url, `GET /nothing ${line}\r\n${head}\r\n`);
    return [status, JSON.parse(body).message];
  };
  assert.deepEqual(await tell('HTTP/1.1'), [400, 'Host: required']);
  assert.deepEqual(await tell('HTTP/1.0'), [404, 'Path not found']);
  assert.deepEqual(await tell('HTTP/1.0', 'Transfer-Encoding: chunked\r\n'), [
    400,
    'Transfer-Encoding: not part of HTTP/1.0',
  ]);
  assert.deepEqual(await tell('HTTP/2.0', 'Host: a\r\n'), [
    400,
    'request line: HTTP/2.0 is not served, only HTTP/1.1 and HTTP/1.0',
  ]);
});

test('400 for a repeated Host header, also with the same value', async () => {
  for (const hosts of ['Host: a\r\nHost: a', 'Host: a\r\nHost: b']) {
    const answer = await sendRaw(url, `GET /nothing HTTP/1.1\r\n${hosts}\r\n\r\n`);
    assert.equal(answer.status, 400);
    assert.deepEqual(JSON.parse(answer.body), { error: 'BAD_REQUEST', message: 'Host: sent more than once' });
  }
  assert.equal((await sendRaw(url, 'GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n')).status, 404);
});

function requestOf(path: string, type: string, body: string): Buffer {
  const bytes = Buffer.from(body);
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes]);
}

async function post(path: string, type: string, body: string): Promise<{ status: number; members: number }> {
  const { status, body: answer } = await sendRaw(url, requestOf(path, type, body));
  return { status, members: JSON.parse(answer).members };
}

const TOO_LARGE = JSON.stringify({ error: 'BAD_REQUEST', message: 'body: too large' });

async function postChunks(path: string, body: string): Promise<{ status: number; body: string }> {
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${JSON_TYPE}\r\n`;
  const pieces = piecesOf(head, Buffer.from(body), true).map((piece) => Buffer.from(piece));
  return sendRaw(url, Buffer.concat(pieces));
}

async function assertRefused(path: string, type: string, body: string, message: string): Promise<void> {
  const answer = await sendRaw(url, requestOf(path, type, body));
  assert.equal(answer.status, 400);
  assert.deepEqual(JSON.parse(answer.body), { error: 'BAD_REQUEST', message });
}
