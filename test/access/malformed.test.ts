import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../support/eventually.ts';
import { sendRaw } from '../support/rawRequest.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const { token = '' } = await tenant.api();
const { token: other = '' } = await tenant.api();
const { token: reader = '' } = await tenant.api(['read:tasks']);
const { token: revoked = '', key_id } = await tenant.api();
await world.db`update api_keys set revoked_at = now() where id = ${key_id}`;
const closed = await world.account();
const { token: suspended = '' } = await closed.api();
await world.db`update accounts set state = 'suspended' where id = ${closed.account_id}`;

const PATH = '/v1/api-tenant-tasks';
const AUTH = `Authorization: Bearer ${token}`;
const JSON_TYPE = 'Content-Type: application/json';

/** Builds a request that asks the server to close the connection, so that a response without a length ends too. */
function request(first: string, headers: string[] = [], body: string | Buffer = ''): Buffer {
  const length = Buffer.byteLength(body);
  const lines = [
    `${first} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    ...headers,
    ...(length > 0 ? [`Content-Length: ${length}`] : []),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
}

const post = (body: string | Buffer, ...headers: string[]) =>
  request(`POST ${PATH}`, [AUTH, ...(headers.length > 0 ? headers : [JSON_TYPE])], body);
const get = (...headers: string[]) => request(`GET ${PATH}`, headers);

const CASES: [string, Buffer | string, number, string][] = [
  // An unknown path is checked before everything else.
  ['an unknown path', request('GET /v1/nothing'), 404, 'NOT_FOUND'],
  [
    'an unknown path with a wrong key',
    request('GET /v1/nothing', ['Authorization: Bearer x']),
    404,
    'NOT_FOUND',
  ],
  ['an unknown path with a broken body', request('POST /v1/nothing', [JSON_TYPE], '{'), 404, 'NOT_FOUND'],
  ['a path with an additional slash', request(`GET ${PATH}/`, [AUTH]), 404, 'NOT_FOUND'],
  ['a path in upper case', request(`GET ${PATH.toUpperCase()}`, [AUTH]), 404, 'NOT_FOUND'],
  ['the root of the API', request('GET /v1'), 404, 'NOT_FOUND'],
  ['a path that is not valid', request('GET /v1/%E0%A4%A', [AUTH]), 400, 'BAD_REQUEST'],
  ['a path with ..', request('GET /v1/../../etc/passwd'), 404, 'NOT_FOUND'],
  ['a path of 10,000 characters', request(`GET /v1/${'a'.repeat(10_000)}`), 404, 'NOT_FOUND'],
  // The method is checked before the credential.
  ['a wrong method', request(`DELETE ${PATH}`), 405, 'METHOD_NOT_ALLOWED'],
  [
    'a wrong method with a wrong key',
    request(`PUT ${PATH}`, ['Authorization: Bearer x']),
    405,
    'METHOD_NOT_ALLOWED',
  ],
  ['a plain OPTIONS', request(`OPTIONS ${PATH}`), 405, 'METHOD_NOT_ALLOWED'],
  ['TRACE', request(`TRACE ${PATH}`), 405, 'METHOD_NOT_ALLOWED'],
  ['PROPFIND', request(`PROPFIND ${PATH}`), 405, 'METHOD_NOT_ALLOWED'],
  // The credential is checked before scope and body.
  ['no Authorization', get(), 401, 'MISSING_AUTH'],
  ['an empty Authorization', get('Authorization:'), 401, 'MISSING_AUTH'],
  ['a blank Authorization', get('Authorization:    '), 401, 'MISSING_AUTH'],
  ['Bearer without a token', get('Authorization: Bearer'), 401, 'MISSING_AUTH'],
  ['a token in the query', request(`GET ${PATH}?access_token=${token}`), 401, 'MISSING_AUTH'],
  ['a token in a cookie', get(`Cookie: token=${token}`), 401, 'MISSING_AUTH'],
  ['no Authorization and a broken body', request(`POST ${PATH}`, [JSON_TYPE], '{'), 401, 'MISSING_AUTH'],
  ['another scheme', get(`Authorization: Basic ${token}`), 401, 'INVALID_KEY'],
  ['a token without a scheme', get(`Authorization: ${token}`), 401, 'INVALID_KEY'],
  ['two tokens in one header', get(`${AUTH} ${other}`), 401, 'INVALID_KEY'],
  ['two tokens with a comma', get(`${AUTH}, Bearer ${other}`), 401, 'INVALID_KEY'],
  ['two Authorization headers', get(AUTH, `Authorization: Bearer ${other}`), 401, 'INVALID_KEY'],
  ['the same Authorization twice', get(AUTH, AUTH), 401, 'INVALID_KEY'],
  [
    'a token with one changed character',
    get(`Authorization: Bearer ${changeLetter(token)}`),
    401,
    'INVALID_KEY',
  ],
  [
    'a token with another prefix',
    get(`Authorization: Bearer ${token.replace('tak_', 'tao_')}`),
    401,
    'INVALID_KEY',
  ],
  ['a token that is too long', get(`${AUTH}0`), 401, 'INVALID_KEY'],
  ['a token of 8,000 characters', get(`Authorization: Bearer tak_${'0'.repeat(8_000)}`), 401, 'INVALID_KEY'],
  ['a revoked key', get(`Authorization: Bearer ${revoked}`), 401, 'INVALID_KEY'],
  ['a key of a suspended account', get(`Authorization: Bearer ${suspended}`), 401, 'INVALID_KEY'],
  // The scope is checked before the input.
  [
    'a missing scope and a broken body',
    request(`POST ${PATH}`, [`Authorization: Bearer ${reader}`], '{'),
    403,
    'INSUFFICIENT_PERMISSIONS',
  ],
  // The input is checked last, after path, method, credential and scope.
  ['a body that is not JSON', post('{"title":'), 400, 'BAD_REQUEST'],
  ['a body of plain text', post('title=A', 'Content-Type: text/plain'), 400, 'BAD_REQUEST'],
  ['a form', post('title=A', 'Content-Type: application/x-www-form-urlencoded'), 400, 'BAD_REQUEST'],
  ['multipart', post('--x--', 'Content-Type: multipart/form-data; boundary=x'), 400, 'BAD_REQUEST'],
  ['an invalid media type', post('{}', 'Content-Type: /'), 400, 'BAD_REQUEST'],
  [
    'another charset',
    post('{"title":"A"}', 'Content-Type: application/json; charset=utf-16'),
    400,
    'BAD_REQUEST',
  ],
  ['bytes that are not UTF-8', post(Buffer.from([0x22, 0xff, 0xfe, 0x22])), 400, 'BAD_REQUEST'],
  ['a NUL escape', post('{"title":"a\\u0000b"}'), 400, 'BAD_REQUEST'],
  ['a NUL in a member name', post('{"title":"a","a\\u0000":1}'), 400, 'BAD_REQUEST'],
  ['a lone surrogate', post('{"title":"\\ud83d"}'), 400, 'BAD_REQUEST'],
  ['unlimited nesting', post('['.repeat(100_000) + ']'.repeat(100_000)), 400, 'BAD_REQUEST'],
  ['a number as body', post('7'), 400, 'BAD_REQUEST'],
  ['a body over 1 MiB', post(`{"title":"${'a'.repeat(1024 * 1024)}"}`), 400, 'BAD_REQUEST'],
  [
    'a Content-Length over 1 MiB without the body',
    `POST ${PATH} HTTP/1.1\r\nHost: a\r\n${AUTH}\r\nContent-Length: 99999999\r\n\r\n`,
    400,
    'BAD_REQUEST',
  ],
  ['a NUL in the query', request(`GET ${PATH}?status=%00`, [AUTH]), 400, 'BAD_REQUEST'],
  ['__proto__ in the query', request(`GET ${PATH}?limit[__proto__]=1&limit=x`, [AUTH]), 400, 'BAD_REQUEST'],
  ['an unknown Expect header', request(`GET ${PATH}`, [AUTH, 'Expect: miracles']), 400, 'BAD_REQUEST'],
  // Requests that the HTTP parser rejects.
  ['an invalid request line', 'nonsense\r\n\r\n', 400, 'BAD_REQUEST'],
  ['a header without a colon', `GET ${PATH} HTTP/1.1\r\nHost: a\r\nbroken\r\n\r\n`, 400, 'BAD_REQUEST'],
  ['a NUL in a header', `GET ${PATH} HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n`, 400, 'BAD_REQUEST'],
  [
    'a Content-Length that is not a number',
    `POST ${PATH} HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n`,
    400,
    'BAD_REQUEST',
  ],
  [
    'two different Content-Lengths',
    `POST ${PATH} HTTP/1.1\r\nHost: a\r\n${AUTH}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
    400,
    'BAD_REQUEST',
  ],
  [
    'chunked encoding with a Content-Length',
    `POST ${PATH} HTTP/1.1\r\nHost: a\r\n${AUTH}\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}`,
    400,
    'BAD_REQUEST',
  ],
  [
    'an invalid chunk size',
    `POST ${PATH} HTTP/1.1\r\nHost: a\r\n${AUTH}\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    400,
    'BAD_REQUEST',
  ],
  ['another version of HTTP', `GET ${PATH} HTTP/9.9\r\nHost: a\r\n\r\n`, 400, 'BAD_REQUEST'],
  ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'BAD_REQUEST'],
  ['headers of 20,000 characters', get(`X-Long: ${'a'.repeat(20_000)}`), 400, 'BAD_REQUEST'],
  [
    'a query of 20,000 characters',
    request(`GET ${PATH}?external_id=${'a'.repeat(20_000)}`),
    400,
    'BAD_REQUEST',
  ],
  ['a header of a megabyte', get(`X-Long: ${'a'.repeat(1024 * 1024)}`), 400, 'BAD_REQUEST'],
  ['a thousand parameters', request(`GET ${PATH}?${'a=1&'.repeat(1_000)}`, [AUTH]), 400, 'BAD_REQUEST'],
  ['two Host headers', get(AUTH, 'Host: elsewhere.example'), 400, 'BAD_REQUEST'],
  ['the same Host twice', get(AUTH, 'Host: localhost'), 400, 'BAD_REQUEST'],
];

function changeLetter(text: string): string {
  const at = 30;
  return text.slice(0, at) + (text[at] === 'a' ? 'b' : 'a') + text.slice(at + 1);
}

for (const [what, bytes, status, error] of CASES) {
  test(`${status} for ${what}`, async () => {
    const answer = await sendRaw(world.url, bytes);
    assert.equal(answer.status, status, answer.body);
    const body = JSON.parse(answer.body);
    assert.deepEqual(Object.keys(body), ['error', 'message']);
    assert.equal(body.error, error);
    assert.ok(body.message.length > 0);
    assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
  });
}

test('the table has at least 40 rows', () => assert.ok(CASES.length >= 40));

test('401 does not touch the database for a token whose checksum is wrong', async () => {
  const used = () => world.db`select id from api_keys where last_used_at is not null`;
  // Times of last use are written after the answer.
  await eventually(used, ({ length }) => length === 2);
  await sendRaw(world.url, get(`Authorization: Bearer ${changeLetter(token)}`));
  assert.equal((await used()).length, 2);
});

const WELCOME: [string, Buffer, number][] = [
  ['a scheme in lower case', get(`authorization: bearer ${token}`), 200],
  ['spaces around the token', get(`Authorization:   Bearer    ${token}  `), 200],
  ['a body without a media type', request(`POST ${PATH}`, [AUTH], '{"title":"A"}'), 201],
  [
    'a media type with a charset',
    post('{"title":"A"}', 'Content-Type: application/json; charset=UTF-8'),
    201,
  ],
  ['a byte order mark', post(Buffer.from('\ufeff{"title":"A"}')), 201],
  ['an emoji', post('{"title":"\\ud83d\\ude00"}'), 201],
  ['a member named __proto__', post('{"title":"A","__proto__":{"x":1}}'), 201],
  ['no Host', Buffer.from(`GET ${PATH} HTTP/1.0\r\n${AUTH}\r\n\r\n`), 200],
];

for (const [what, bytes, status] of WELCOME) {
  test(`${status} for ${what}`, async () => {
    const answer = await sendRaw(world.url, bytes);
    assert.equal(answer.status, status, answer.body);
  });
}

test('405 for HEAD, without a body', async () => {
  const answer = await sendRaw(world.url, request(`HEAD ${PATH}`));
  assert.equal(answer.status, 405);
  assert.equal(answer.headers['allow'], 'GET, POST, PATCH');
  assert.equal(answer.body, '');
});

test('204 for a preflight request from any origin', async () => {
  const preflight = ['Origin: https://app.example', 'Access-Control-Request-Method: POST'];
  const answer = await sendRaw(world.url, request(`OPTIONS ${PATH}`, preflight));
  assert.equal(answer.status, 204);
  assert.equal(answer.headers['access-control-allow-origin'], '*');
  assert.equal(answer.headers['access-control-allow-methods'], 'GET, POST, PATCH');
});

test('500 for an internal error does not reveal its cause', async () => {
  world.app.server.log.level = 'silent';
  const broken = await world.account();
  const { token: key = '' } = await broken.api();
  const send = () =>
    sendRaw(world.url, request(`POST ${PATH}`, [`Authorization: Bearer ${key}`], '{"title":"A"}'));
  await world.db`alter table tasks rename to tasks_away`;
  const answer = await send();
  await world.db`alter table tasks_away rename to tasks`;
  assert.equal(answer.status, 500);
  assert.deepEqual(JSON.parse(answer.body), {
    error: 'INTERNAL_ERROR',
    message: 'Something went wrong on our side; try again',
  });
  assert.equal((await send()).status, 201, 'the same request once the cause is gone');
});

test('every response has a unique request id and must not be cached', async () => {
  const [one, two] = await Promise.all([sendRaw(world.url, get(AUTH)), sendRaw(world.url, get(AUTH))]);
  assert.notEqual(one.headers['x-request-id'], two.headers['x-request-id']);
  assert.equal(one.headers['cache-control'], 'no-store');
});
