import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longestEventLoopBlock } from './support/eventLoopBlocking.ts';
import { openWorld } from './support/world.ts';

const world = await openWorld();
const api = await (await world.account()).api();
await api.post('/v1/api-tenant-tasks', { title: 'A' });
const { text: metrics } = await world.nobody.get('/metrics');

test('200 from /healthz and /readyz without a credential', async () => {
  assert.deepEqual((await world.nobody.get('/healthz')).body, { status: 'ok' });
  assert.deepEqual((await world.nobody.get('/readyz')).body, { status: 'ready' });
});

test('405 for a wrong method on the health paths', async () => {
  const { status, headers } = await world.nobody.post('/healthz');
  assert.equal(status, 405);
  assert.equal(headers.get('allow'), 'GET, HEAD');
});

for (const path of [
  '/',
  '/sign-in',
  '/account',
  '/oauth/authorize',
  '/docs',
  '/docs/guides/webhooks',
  '/healthz',
  '/readyz',
  '/v1/openapi.json',
  '/.well-known/oauth-authorization-server',
  '/llms.txt',
]) {
  test(`HEAD ${path} has the status and headers of GET, and no body`, async () => {
    const [get, head] = await Promise.all(['GET', 'HEAD'].map((method) => readAnswer(path, method)));
    assert.deepEqual({ ...head, body: '' }, { ...get, body: '' });
    assert.deepEqual([head?.body, (get?.body.length ?? 0) > 0], ['', get?.status !== 303]);
  });
}

/** Reads the parts of an answer that do not change; ids, cookies and nonces are left out. */
async function readAnswer(path: string, method: string) {
  const headers = { Accept: 'text/html', 'Accept-Encoding': 'identity' };
  const answer = await fetch(world.url + path, { method, redirect: 'manual', headers });
  const names = ['content-type', 'content-length', 'location', 'cache-control', 'etag'];
  const kept: Record<string, string | null> = Object.fromEntries(
    names.map((name) => [name, answer.headers.get(name)]),
  );
  kept['content-length'] ??= '0';
  return { status: answer.status, ...kept, body: await answer.text() };
}

test('HEAD /metrics has the status and type of GET, and no body', async () => {
  const [get, head] = await Promise.all(['GET', 'HEAD'].map((method) => readAnswer('/metrics', method)));
  assert.deepEqual([head?.status, head?.body], [get?.status, '']);
});

test('HEAD of a page of the dashboard redirects to the sign-in as GET does', async () => {
  const answer = await readAnswer('/tasks', 'HEAD');
  assert.deepEqual([answer.status, answer.body], [303, '']);
});

test('405 for HEAD on every path of the contract, on a download and on the console', async () => {
  for (const path of ['/v1/api-tenant-tasks', '/v1/whoami', '/audit.csv', '/console/v1/me'])
    assert.equal((await readAnswer(path, 'HEAD')).status, 405, path);
});

test('metrics count requests by the template of their route', () => {
  const line =
    /^tenant_ops_http_requests_total\{method="POST",route="\/v1\/api-tenant-tasks",status="201"\} 1$/m;
  assert.match(metrics, line);
  assert.match(
    metrics,
    /^tenant_ops_http_request_duration_seconds_count\{method="POST",route="\/v1\/api-tenant-tasks"\} 1$/m,
  );
});

test('metrics count all paths of the console together', async () => {
  await world.nobody.get('/console/v1/me');
  const { text } = await world.nobody.get('/metrics');
  assert.match(
    text,
    /^tenant_ops_http_requests_total\{method="GET",route="\/console\/v1",status="401"\} 1$/m,
  );
  assert.doesNotMatch(text, /route="\/console\/v1\/me"/);
});

test('metrics include the pool, the event loop and the process', () => {
  assert.match(metrics, /^tenant_ops_database_connections\{state="max"\} 16$/m);
  assert.match(metrics, /^tenant_ops_database_connections\{state="open"\} [1-9]/m);
  assert.match(metrics, /^tenant_ops_database_connections\{state="busy"\} \d/m);
  assert.match(metrics, /^nodejs_eventloop_lag_p99_seconds /m);
  assert.match(metrics, /^process_resident_memory_bytes /m);
});

test('the document is OpenAPI 3.1 with the six webhooks', async () => {
  const { body } = await world.nobody.get('/v1/openapi.json');
  assert.equal(body.openapi, '3.1.0');
  assert.equal(Object.keys(body.webhooks).length, 6);
});

test('the first request for the reference page renders it and delays no other request', async () => {
  const hold_ms = await longestEventLoopBlock(() => world.nobody.get('/docs'));
  assert.ok(hold_ms > 1 && hold_ms < 200, `${hold_ms} ms`);
});

test('the reference page requests nothing from another origin', async () => {
  const { status, text, headers } = await world.nobody.get('/docs');
  assert.equal(status, 200);
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
  const elsewhere = [...text.matchAll(/(?:src|href)="(https?:[^"]*)"/g)].map(([, url]) => url);
  assert.deepEqual(elsewhere, []);
});
