import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { Gauge, Histogram, Registry } from 'prom-client';
import { methodsOf } from '../src/doors/declaration.ts';
import { readConfig } from '../src/config.ts';
import { registerCountCheckMetrics } from '../src/counts/metrics.ts';
import { registerDeliveryMetrics } from '../src/features/webhooks/sending/metrics.ts';
import type { DeliveryResult } from '../src/features/webhooks/sending/sql/results.ts';
import {
  registerComputedGauge,
  registerBuildInfoMetric,
  registerRequestMetrics,
} from '../src/lib/http/metrics.ts';
import { withFormerNames } from '../src/lib/http/oldMetricNames.ts';
import { createLog } from '../src/lib/log.ts';
import { metricsAccess, openMetricsPort } from '../src/service/metricsPort.ts';
import { registerMetricsRoute, type MetricsAccess } from '../src/service/monitoring.ts';
import { consoleOf } from '../support/console.ts';
import { listen, makeHttpServer } from './support/httpServer.ts';
import { longestTurn } from './support/longestTurn.ts';
import { openWorld } from './support/world.ts';

const TOKEN = 'a-token-of-25-characters!';
const MOST_BYTES = 120_000;

const world = await openWorld();
const operations = world.app.doors.flatMap(({ prefix, resources }) =>
  resources.flatMap((resource) =>
    methodsOf(resource).map((method) => ({ method, path: prefix + resource.path })),
  ),
);

const OPEN: [Record<string, string>, MetricsAccess][] = [
  [{}, 'open'],
  [{ HOST: 'localhost' }, 'open'],
  [{ HOST: '::1', PUBLIC_URL: 'http://localhost:8080' }, 'open'],
  [{ HOST: '0.0.0.0' }, 'refused'],
  [{ HOST: '::' }, 'refused'],
  [{ HOST: '10.0.0.3' }, 'refused'],
  [{ PUBLIC_URL: 'https://ops.example.com' }, 'refused'],
  [{ TRUST_PROXY: 'on' }, 'refused'],
  [{ HOST: '0.0.0.0', METRICS: `token:${TOKEN}` }, { token: TOKEN }],
  [{ METRICS: `token:${TOKEN}` }, { token: TOKEN }],
  [{ METRICS: 'off' }, 'absent'],
  [{ METRICS: 'port:9100' }, 'absent'],
];

for (const [settings, access] of OPEN) {
  test(`metrics are ${JSON.stringify(access)} with ${JSON.stringify(settings)}`, () => {
    assert.deepEqual(metricsAccess(readConfig(settings)), access);
  });
}

const ANSWERS: [MetricsAccess, string | undefined, number, string | undefined][] = [
  ['open', undefined, 200, undefined],
  ['refused', undefined, 403, 'FORBIDDEN'],
  ['refused', `Bearer ${TOKEN}`, 403, 'FORBIDDEN'],
  ['absent', undefined, 404, 'NOT_FOUND'],
  [{ token: TOKEN }, undefined, 401, 'MISSING_AUTH'],
  [{ token: TOKEN }, `Bearer ${TOKEN}x`, 401, 'INVALID_KEY'],
  [{ token: TOKEN }, TOKEN, 401, 'INVALID_KEY'],
  [{ token: TOKEN }, `Bearer ${TOKEN}`, 200, undefined],
];

for (const [access, authorization, status, error] of ANSWERS) {
  test(`${status} where metrics are ${JSON.stringify(access)}, to ${authorization}`, async () => {
    const paths = new Map<string, readonly string[]>();
    const server = await makeHttpServer({ paths });
    registerMetricsRoute(server, paths, { metrics: world.app.metrics, metrics_access: access });
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    const answer = await fetch(`${await listen(server)}/metrics`, { headers });
    assert.equal(answer.status, status);
    if (error !== undefined) assert.equal(JSON.parse(await answer.text()).error, error);
  });
}

test('200 from a separate port that serves only metrics', async (t) => {
  const config = readConfig({ METRICS: 'port:0', HOST: '127.0.0.1' });
  const port = await openMetricsPort(config, world.app.metrics, createLog('silent'));
  assert.ok(port);
  t.after(() => port.close());
  assert.equal((await fetch(`${port.listeningOrigin}/metrics`)).status, 200);
  assert.equal((await fetch(`${port.listeningOrigin}/v1/api-tenant-tasks`)).status, 404);
  assert.equal(await openMetricsPort(readConfig({}), world.app.metrics, createLog('silent')), undefined);
});

test('metrics without a database value are omitted, all others are served', async () => {
  const registry = new Registry();
  const answers: (() => Promise<number>)[] = [
    async () => 7,
    () => Promise.reject(new Error('the database is away')),
    async () => 8,
  ];
  registerComputedGauge(registry, {
    name: 'asked',
    help: 'Asked',
    read: async () => answers.shift()?.() ?? 0,
  });
  registerComputedGauge(registry, { name: 'known', help: 'Known', read: () => 1 });
  const read = async () => (await registry.metrics()).split('\n').filter((line) => /^[a-z]/.test(line));
  assert.deepEqual(await read(), ['asked 7', 'known 1']);
  assert.deepEqual(await read(), ['known 1']);
  assert.deepEqual(await read(), ['asked 8', 'known 1']);
});

test('control: a failing metric fails all others, which is detected', async () => {
  const registry = new Registry();
  const collect = () => Promise.reject(new Error('the database is away'));
  void new Gauge({ name: 'planted', help: 'Planted', registers: [registry], collect });
  registerComputedGauge(registry, { name: 'known', help: 'Known', read: () => 1 });
  await assert.rejects(registry.metrics(), /the database is away/);
});

test('metrics stay short and are read quickly after a call of every operation', async () => {
  for (const { method, path } of operations) await world.nobody.call(path, { method });
  let text = '';
  const held_ms = await longestTurn(async () => (text = await world.app.metrics.metrics()));
  assert.ok(text.length < MOST_BYTES / 2, `${text.length} bytes with one status of each`);
  assert.ok(held_ms < 50, `held for ${held_ms} ms`);
});

test('control: one series for every operation and status is too long, which is detected', async () => {
  const registry = new Registry();
  const labelNames = ['method', 'route', 'status'];
  const durations = new Histogram({
    name: 'tenant_ops_planted_duration_seconds',
    help: 'Planted',
    labelNames,
    registers: [registry],
  });
  for (const { method, path } of operations)
    for (const status of [200, 400]) durations.observe({ method, route: path, status }, 0.1);
  assert.ok((await registry.metrics()).length > MOST_BYTES);
});

/** Bucket boundaries in seconds, which alerts and graphs use. */
const BUCKETS = {
  tenant_ops_http_request_duration_seconds: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
  tenant_ops_webhook_attempt_duration_seconds: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
};

for (const [name, bounds] of Object.entries(BUCKETS))
  test(`the histogram ${name} has boundaries at ${bounds.join(', ')} s`, async () => {
    const registry = new Registry();
    const server = fastify();
    const measured = name.includes('http')
      ? registerRequestMetrics(server, { below: [], named: new Map() })
      : registry;
    const noteAttempt = registerDeliveryMetrics(registry, { ...world, in_flight: () => 0 });
    noteAttempt({ outcome: 'delivered', total_ms: 1 } as DeliveryResult);
    await server.inject('/');
    const lines = (await measured.metrics()).split('\n').filter((line) => line.startsWith(`${name}_bucket`));
    const found = lines.map((line) => /le="([^"]+)"/.exec(line)?.[1]);
    assert.deepEqual(found, [...bounds.map(String), '+Inf']);
  });

test('a request has the same duration in the request log and in seconds in the metric', async () => {
  const tenant = await world.account();
  const admin = await consoleOf(world, tenant.admin);
  const api = await tenant.api();
  const sum =
    /^tenant_ops_http_request_duration_seconds_sum\{method="POST",route="\/v1\/api-tenant-tasks"\} (.+)$/m;
  const readSeconds = async () => Number(sum.exec(await world.app.metrics.metrics())?.[1] ?? 0);
  const before = await readSeconds();
  await api.post('/v1/api-tenant-tasks', { title: 'Pump' });
  await world.app.requests.flush();
  const [{ ms }] = (await admin.get('/requests')).body.requests;
  assert.ok(ms >= 1, `${ms} ms are too few to show a difference of a tenth`);
  const seconds = (await readSeconds()) - before;
  assert.ok(Math.abs(seconds * 1_000 - ms) < 0.051, `${seconds} s and ${ms} ms`);
});

test('requests are counted by method, route and status, and later hooks still run', async () => {
  const server = fastify();
  const registry = registerRequestMetrics(server, { below: ['/files'], named: new Map([['/a', 'A']]) });
  const answered: string[] = [];
  server.addHook('onResponse', async ({ method }) => void answered.push(method));
  for (const path of ['/a', '/b', '/files/:name'])
    server.route({ method: ['GET', 'PUT', 'OPTIONS'], url: path, handler: async () => 'done' });
  for (const [method, url] of [
    ['GET', '/a'],
    ['PUT', '/b'],
    ['OPTIONS', '/b'],
    ['GET', '/files/1'],
    ['GET', '/no'],
  ] as const)
    await server.inject({ method, url });
  const lines = (await registry.metrics()).split('\n');
  assert.deepEqual(
    lines.filter((line) => /^tenant_ops_http_requests_(?:total|in_flight)\b/.test(line)),
    [
      'tenant_ops_http_requests_total{method="GET",route="A",status="200"} 1',
      'tenant_ops_http_requests_total{method="PUT",route="/b",status="200"} 1',
      'tenant_ops_http_requests_total{method="other",route="/b",status="200"} 1',
      'tenant_ops_http_requests_total{method="GET",route="/files",status="200"} 1',
      'tenant_ops_http_requests_total{method="GET",route="unknown",status="404"} 1',
      'tenant_ops_http_requests_in_flight 0',
    ],
  );
  assert.deepEqual(answered, ['GET', 'PUT', 'OPTIONS', 'GET', 'GET']);
});

test('metrics count the checks of counters and their corrections by list', async () => {
  const registry = new Registry();
  const note = registerCountCheckMetrics(registry);
  note('tasks', 0);
  note('tasks', 3);
  const lines = (await registry.metrics()).split('\n').filter((line) => /^[a-z]/.test(line));
  assert.deepEqual(lines, [
    'tenant_ops_count_checks_total{list="tasks"} 2',
    'tenant_ops_count_cells_wrong_total{list="tasks"} 3',
  ]);
});

test('each metric is also served under its former name, and a metric without one is served once', async () => {
  const registry = new Registry();
  const labelNames = ['route'];
  const durations = new Histogram({
    name: 'tenant_ops_a_seconds',
    help: 'A',
    labelNames,
    registers: [registry],
  });
  durations.observe({ route: '/tenant_ops_a_seconds' }, 1);
  registerComputedGauge(registry, {
    name: 'tenant_ops_request_log_dropped_total',
    help: 'Dropped',
    read: () => 3,
  });
  registerComputedGauge(registry, { name: 'process_known', help: 'Known', read: () => 1 });
  registerBuildInfoMetric(registry, '1.2.3');
  const text = await registry.metrics();
  const lines = withFormerNames(text).split('\n');
  const build = `tenant_ops_build_info{version="1.2.3",node="${process.version}"} 1`;
  for (const line of [
    'tenant_ops_a_seconds_count{route="/tenant_ops_a_seconds"} 1',
    'a_seconds_count{route="/tenant_ops_a_seconds"} 1',
    '# TYPE a_seconds histogram',
    'tenant_ops_request_log_dropped_total 3',
    'request_log_dropped 3',
    'process_known 1',
    build,
  ])
    assert.equal(lines.filter((found) => found === line).length, 1, line);
  assert.deepEqual(
    lines.flatMap((line) => /^# HELP (\S+)/.exec(line)?.[1] ?? []),
    [
      'tenant_ops_a_seconds',
      'tenant_ops_request_log_dropped_total',
      'process_known',
      'tenant_ops_build_info',
      'a_seconds',
      'request_log_dropped',
    ],
  );
  assert.ok(
    !lines.some((line) => line.startsWith('build_info') || line.startsWith('# HELP process_known 1')),
  );
  assert.ok(!text.includes('\na_seconds'), 'the registry has the new names only');
});

test('every metric of the service begins with tenant_ops_, counters end in _total', async () => {
  const text = await world.app.metrics.metrics();
  const declared = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => ({
    name,
    type,
  }));
  const own = declared.filter(({ name }) => !/^(?:process|nodejs)_/.test(name));
  assert.ok(own.length > 5);
  assert.deepEqual(
    own.filter(
      ({ name, type }) => !name.startsWith('tenant_ops_') || (type === 'counter') !== name.endsWith('_total'),
    ),
    [],
  );
});
