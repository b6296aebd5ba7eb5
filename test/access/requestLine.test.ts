import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sendRaw } from '../support/raw.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const { token = '' } = await tenant.api();

const PATH = '/v1/api-tenant-tasks';
const INBOX = `/inbox/v1/${tenant.account_id}/${'0'.repeat(48)}`;
const AUTH = `Authorization: Bearer ${token}`;
const JSON_TYPE = 'Content-Type: application/json';
const TASK = '{"title":"A"}';

function request(line: string, headers: string[] = [], body: string | Buffer = ''): Buffer {
  const length = Buffer.byteLength(body);
  const lines = [line, ...headers, 'Connection: close', ...(length > 0 ? [`Content-Length: ${length}`] : [])];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
}

const ask = (method: string, target: string, ...headers: string[]) =>
  request(`${method} ${target} HTTP/1.1`, ['Host: localhost', ...headers]);
const post = (body: string | Buffer, ...headers: string[]) =>
  request(`POST ${PATH} HTTP/1.1`, ['Host: localhost', AUTH, JSON_TYPE, ...headers], body);

const CASES: [string, Buffer, number, string][] = [
  ['a method nobody knows', ask('FROB', PATH), 405, 'METHOD_NOT_ALLOWED'],
  ['a method in small letters', ask('get', `${PATH}?limit=1`), 405, 'METHOD_NOT_ALLOWED'],
  ['a known method with a letter more', ask('PATCHY', PATH), 405, 'METHOD_NOT_ALLOWED'],
  ['a method of RTSP', ask('DESCRIBE', PATH), 405, 'METHOD_NOT_ALLOWED'],
  ['CONNECT to a known path', ask('CONNECT', PATH), 405, 'METHOD_NOT_ALLOWED'],
  ['an unknown method at the whole address', ask('FROB', `http://a${PATH}`), 405, 'METHOD_NOT_ALLOWED'],
  ['another method at an inbox', ask('PROPFIND', INBOX), 405, 'METHOD_NOT_ALLOWED'],
  ['OPTIONS at an inbox', ask('OPTIONS', INBOX), 405, 'METHOD_NOT_ALLOWED'],
  ['GET at an inbox', ask('GET', INBOX), 405, 'METHOD_NOT_ALLOWED'],
  ['a method nobody knows at an inbox', ask('FROB', INBOX), 405, 'METHOD_NOT_ALLOWED'],
  ['a method nobody knows at an unknown path', ask('FROB', '/v1/nothing'), 404, 'NOT_FOUND'],
  ['CONNECT to an unknown path', ask('CONNECT', '/v1/nothing'), 404, 'NOT_FOUND'],
  ['another spelling of /metrics', ask('GET', '/%6detrics'), 404, 'NOT_FOUND'],
  ['another spelling of an operation', ask('GET', '/v1/%61pi-tenant-tasks', AUTH), 404, 'NOT_FOUND'],
  ['another spelling of an inbox', ask('POST', INBOX.replace('inbox', 'inb%6fx')), 404, 'NOT_FOUND'],
  ['no Host with HTTP/1.1', request(`GET ${PATH} HTTP/1.1`, [AUTH]), 400, 'BAD_REQUEST'],
  ['HTTP/2.0 in the request line', request(`GET ${PATH} HTTP/2.0`, ['Host: a', AUTH]), 400, 'BAD_REQUEST'],
  ['HTTP/0.9 in the request line', request(`GET ${PATH} HTTP/0.9`, ['Host: a', AUTH]), 400, 'BAD_REQUEST'],
  ["HTTP/2's preface", Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), 400, 'BAD_REQUEST'],
  [
    'HTTP/1.0 with chunks',
    Buffer.concat([
      request(`POST ${PATH} HTTP/1.0`, ['Host: a', AUTH, JSON_TYPE, 'Transfer-Encoding: chunked']),
      Buffer.from(`d\r\n${TASK}\r\n0\r\n\r\n`),
    ]),
    400,
    'BAD_REQUEST',
  ],
  ['a compressed body', post(gzipSync(TASK), 'Content-Encoding: gzip'), 400, 'BAD_REQUEST'],
  ['a coding nobody knows', post(TASK, 'Content-Encoding: miracles'), 400, 'BAD_REQUEST'],
];

for (const [name, bytes, status, error] of CASES) {
  test(`${status} for ${name}`, async () => {
    const answer = await sendRaw(world.url, bytes);
    assert.equal(answer.status, status, answer.body);
    const body = JSON.parse(answer.body);
    assert.deepEqual(Object.keys(body), ['error', 'message']);
    assert.equal(body.error, error);
    assert.match(answer.headers['x-request-id'] ?? '', /^[0-9a-f-]{36}$/);
    assert.equal(answer.headers['cache-control'] ?? 'no-store', 'no-store');
  });
}

const ACCEPTED: [string, Buffer, number][] = [
  ['the coding that changes nothing', post(TASK, 'Content-Encoding: Identity'), 201],
  ['the whole address', ask('GET', `http://localhost${PATH}`, AUTH), 200],
  ['no Host with HTTP/1.0', request(`GET ${PATH} HTTP/1.0`, [AUTH]), 200],
];

for (const [name, bytes, status] of ACCEPTED) {
  test(`${status} for ${name}`, async () => {
    const answer = await sendRaw(world.url, bytes);
    assert.equal(answer.status, status, answer.body);
  });
}

for (const method of ['FROB', 'get', 'CONNECT']) {
  test(`405 to ${method} names the methods of the path`, async () => {
    const answer = await sendRaw(world.url, ask(method, PATH));
    assert.equal(answer.headers['allow'], 'GET, POST, PATCH');
    assert.equal(JSON.parse(answer.body).message, `${method} is not accepted here, only GET, POST, PATCH`);
  });
}

test('400 for a compressed body says so', async () => {
  const { body } = await sendRaw(world.url, post(gzipSync(TASK), 'Content-Encoding: gzip'));
  assert.match(JSON.parse(body).message, /^Content-Encoding: must be identity/);
});
