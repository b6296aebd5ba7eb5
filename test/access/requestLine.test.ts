import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { eventually } from '../../support/eventually.ts';
import { sendRaw } from '../support/rawRequest.ts';
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
  ['an unknown method', ask('FROB', PATH), 405, 'METHOD_NOT_ALLOWED'],
  ['a method in lower case', ask('get', `${PATH}?limit=1`), 405, 'METHOD_NOT_ALLOWED'],
  ['a known method with one more letter', ask('PATCHY', PATH), 405, 'METHOD_NOT_ALLOWED'],
  ['a method of RTSP', ask('DESCRIBE', PATH), 405, 'METHOD_NOT_ALLOWED'],
  ['CONNECT to a known path', ask('CONNECT', PATH), 405, 'METHOD_NOT_ALLOWED'],
  ['an unknown method for an absolute URL', ask('FROB', `http://a${PATH}`), 405, 'METHOD_NOT_ALLOWED'],
  ['another method at an inbox', ask('PROPFIND', INBOX), 405, 'METHOD_NOT_ALLOWED'],
  ['OPTIONS at an inbox', ask('OPTIONS', INBOX), 405, 'METHOD_NOT_ALLOWED'],
  ['GET at an inbox', ask('GET', INBOX), 405, 'METHOD_NOT_ALLOWED'],
  ['an unknown method at an inbox', ask('FROB', INBOX), 405, 'METHOD_NOT_ALLOWED'],
  ['an unknown method at an unknown path', ask('FROB', '/v1/nothing'), 404, 'NOT_FOUND'],
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
  ['an unknown content coding', post(TASK, 'Content-Encoding: miracles'), 400, 'BAD_REQUEST'],
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
  ['the content coding identity', post(TASK, 'Content-Encoding: Identity'), 201],
  ['an absolute URL', ask('GET', `http://localhost${PATH}`, AUTH), 200],
  ['no Host with HTTP/1.0', request(`GET ${PATH} HTTP/1.0`, [AUTH]), 200],
];

for (const [name, bytes, status] of ACCEPTED) {
  test(`${status} for ${name}`, async () => {
    const answer = await sendRaw(world.url, bytes);
    assert.equal(answer.status, status, answer.body);
  });
}

for (const method of ['FROB', 'get', 'CONNECT']) {
  test(`405 for ${method} lists the methods of the path`, async () => {
    const answer = await sendRaw(world.url, ask(method, PATH));
    assert.equal(answer.headers['allow'], 'GET, POST, PATCH');
    assert.equal(JSON.parse(answer.body).message, `${method} is not accepted here, only GET, POST, PATCH`);
  });
}

test('400 for a compressed body, with the reason', async () => {
  const { body } = await sendRaw(world.url, post(gzipSync(TASK), 'Content-Encoding: gzip'));
  assert.match(JSON.parse(body).message, /^Content-Encoding: must be identity/);
});

/** Sends each packet after the server has read the previous one. */
async function sendPackets(packets: readonly (Buffer | string)[]): Promise<string> {
  const { hostname, port } = new URL(world.url);
  const client = connect(Number(port), hostname).setNoDelay();
  const [server]: Socket[] = await once(world.app.server.server, 'connection');
  const answer = text(client);
  let sent = 0;
  for (const packet of packets) {
    client.write(packet);
    sent += packet.length;
    await eventually(
      () => server?.bytesRead,
      (read) => read === sent || server?.destroyed === true,
    );
  }
  return answer;
}

for (const method of ['FROB', 'get', 'POKE', 'PATCHY'])
  test(`405 for ${method} in two packets, for every split of the request line`, async () => {
    const bytes = ask(method, `${PATH}?limit=1`);
    for (let at = 1; at <= bytes.indexOf('\n'); at++) {
      const answer = await sendPackets([bytes.subarray(0, at), bytes.subarray(at)]);
      assert.match(answer, /^HTTP\/1\.1 405 .*^Allow: GET, POST, PATCH\r$/ms, `cut at ${at}`);
      assert.equal(answer.split('HTTP/1.1 ').length, 2, `one answer, cut at ${at}`);
    }
  });

test('405 for a request line that arrives byte by byte', async () => {
  assert.match(await sendPackets(ask('POKE', PATH).toString().split('')), /^HTTP\/1\.1 405 /);
});

test('400 immediately for bytes that cannot become a request line, and for an incomplete one', async () => {
  for (const beginning of ['\x16\x03\x01', 'FROB /a b c', `FROB /${'a'.repeat(9_000)}`]) {
    const client = sendPackets([beginning]);
    assert.match(await client, /^HTTP\/1\.1 400 /, JSON.stringify(beginning).slice(0, 40));
  }
  assert.match(await sendPackets(['FROB ', '/v1/api']), /^HTTP\/1\.1 400 /, 'the rest never comes');
});
