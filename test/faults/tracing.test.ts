import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerAt } from '../../support/caller.ts';
import { openCollector } from '../support/collector.ts';
import { freshDataDirectory, makeKeyBeside, startServiceProcess } from '../support/service.ts';

const TASKS = '/v1/api-tenant-tasks';
/** Prints every loaded OpenTelemetry module, except its API package, which the metrics always load. */
const WATCH = `
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      if (/@opentelemetry\\/(?!api\\/)/.test(url)) console.log('loaded ' + url);
      return next(url, context);
    },
  });`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(WATCH)}`;
const DATA_DIR = await freshDataDirectory();

test('without TRACES no module of OpenTelemetry is loaded', async () => {
  const service = await startServiceProcess({ DATA_DIR, NODE_OPTIONS });
  const caller = callerAt(service.url, await makeKeyBeside(DATA_DIR, 'off@example.com'));
  assert.equal((await caller.post(TASKS, { title: 'Untraced' })).status, 201);
  assert.equal((await service.end('SIGTERM')).code, 0);
  assert.deepEqual(
    service.lines.filter((line) => line.startsWith('loaded ')),
    [],
  );
  assert.doesNotMatch(service.lines.join('\n'), /trace_id/);
});

test('with TRACES, spans go to the configured receiver, and log lines contain the trace id', async () => {
  const collector = await openCollector();
  const service = await startServiceProcess({
    DATA_DIR,
    NODE_OPTIONS,
    TRACES: 'on',
    OTEL_SERVICE_NAME: 'ops-of-a-test',
    OTEL_EXPORTER_OTLP_ENDPOINT: new URL('/', collector.url).href,
  });
  const caller = callerAt(service.url, await makeKeyBeside(DATA_DIR, 'on@example.com'));
  const { status, headers } = await caller.post(TASKS, { title: 'Traced' });
  assert.equal(status, 201);
  assert.equal((await service.end('SIGTERM')).code, 0);
  assert.ok(service.lines.some((line) => line.startsWith('loaded ')));
  const span = collector.spans.find(({ name }) => name === `POST ${TASKS}`);
  assert.equal(collector.resource['service.name'], 'ops-of-a-test');
  const line = service.lines.find((one) => one.includes(headers.get('x-request-id') ?? 'no id'));
  assert.equal(JSON.parse(line ?? '{}').trace_id, span?.trace_id);
});

test('201 while the collector never answers, and a stop does not wait for it', async () => {
  const collector = await openCollector();
  collector.is_silent = true;
  const service = await startServiceProcess({
    DATA_DIR,
    TRACES: 'on',
    OTEL_EXPORTER_OTLP_ENDPOINT: new URL('/', collector.url).href,
  });
  const caller = callerAt(service.url, await makeKeyBeside(DATA_DIR, 'silent@example.com'));
  for (let left = 20; left > 0; left--)
    assert.equal((await caller.post(TASKS, { title: 'Traced' })).status, 201);
  assert.equal((await service.end('SIGTERM')).code, 0);
  assert.ok(collector.requests > 0);
});
