import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../../src/config.ts';
import { MOST_WAITING_SPANS } from '../../../src/lib/process/tracing/openTelemetry.ts';
import { rememberSpan, runInItemSpan, runInItemSpans } from '../../../src/lib/process/tracing/shared.ts';
import {
  currentTraceparent,
  findSpan,
  runInSpan,
  runWithoutSpan,
  traceMembers,
} from '../../../src/lib/process/tracing/spans.ts';
import { statementSpanName, traceStatement } from '../../../src/lib/sql/driver/tracing.ts';
import { parseTraceparent, traceparentOf } from '../../../src/lib/process/tracing/traceparent.ts';
import { openCollector } from '../../support/collector.ts';
import { waitForSpans, endSpans, collectLogLines, openTracer } from '../../support/testTracer.ts';

const SAMPLING = { kind: 'always_on', follows_parent: true, ratio: 1 } as const;
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

test('a collector that responds gets every span', async () => {
  const collector = await openCollector();
  const tracer = openTracer(collector.url);
  endSpans(tracer, MOST_WAITING_SPANS);
  await waitForSpans(collector, MOST_WAITING_SPANS);
  await tracer.close();
});

test('a span waits up to a second, so that spans are exported together', async (t) => {
  const collector = await openCollector();
  const tracer = openTracer(collector.url);
  const timers = t.mock.method(globalThis, 'setTimeout');
  endSpans(tracer, 1);
  assert.deepEqual(
    timers.mock.calls.map(({ arguments: [, ms] }) => ms),
    [1_000],
  );
  timers.mock.restore();
  await tracer.close();
  await waitForSpans(collector, 1);
});

test('log lines contain the id of their trace', () => {
  const { lines, log } = collectLogLines();
  const sampling = { ...SAMPLING, kind: 'always_off' } as const;
  const tracer = openTracer('http://127.0.0.1:9/v1/traces', { sampling, log });
  const span = tracer.start('work', {
    kind: 'internal',
    traceparent: `00-${TRACE}-${SPAN}-01`,
    attributes: {},
  });
  runInSpan(span, () => log.info('inside'));
  log.info('outside');
  const [inside, outside] = lines.map((line) => JSON.parse(line));
  assert.deepEqual([inside.trace_id, outside.trace_id], [TRACE, undefined]);
});

test('a traceparent that is not well formed begins a new trace', () => {
  assert.deepEqual(parseTraceparent(`00-${TRACE}-${SPAN}-01`), {
    traceId: TRACE,
    spanId: SPAN,
    traceFlags: 1,
  });
  assert.equal(parseTraceparent(`01-${TRACE}-${SPAN}-03-later`)?.traceFlags, 1);
  for (const [flags, sampled] of [
    ['00', 0],
    ['fe', 0],
    ['ff', 1],
    ['11', 1],
  ] as const)
    assert.equal(parseTraceparent(`00-${TRACE}-${SPAN}-${flags}`)?.traceFlags, sampled, flags);
  const wrong = [
    undefined,
    '',
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01-more`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01\r\nX: y`,
  ];
  for (const text of wrong) assert.equal(parseTraceparent(text), undefined, text);
});

const NAMES: [string, string][] = [
  ['select task.id from tasks as task where task.id = $1 for update of task', 'select tasks'],
  ['insert into tasks (id) values ($1) on conflict (id) do update set id = $2', 'insert tasks'],
  [
    'with a as (insert into events (id) values ($1)), b as (delete from queue) select 1',
    'insert events, delete queue',
  ],
  ['update seats set name = $1', 'update seats'],
  ['commit', 'commit'],
  ['select $1', 'select'],
];

for (const [text, name] of NAMES) {
  test(`a statement is named ${name}`, () => assert.equal(statementSpanName(text), name));
}

test('the sampler is read from the standard variables', () => {
  const { OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG, TRACES } = readConfig({
    TRACES: 'on',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  });
  assert.deepEqual(
    [TRACES, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG],
    [true, { kind: 'traceidratio', follows_parent: true }, 0.25],
  );
  assert.equal(readConfig({}).TRACES, false);
  for (const [name, value] of [
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['TRACES', 'yes'],
  ] as const)
    assert.throws(() => readConfig({ [name]: value }), new RegExp(name));
});

/** Runs work with a tracer and returns the spans it has sent. */
async function collect(work: (tracer: ReturnType<typeof openTracer>) => unknown, changes = {}) {
  const collector = await openCollector();
  const tracer = openTracer(collector.url, changes);
  await work(tracer);
  await tracer.close();
  return { collector, named: (name: string) => collector.spans.filter((span) => span.name === name) };
}

const INTERNAL = { kind: 'internal', attributes: {} } as const;

test('work for an item runs in the span that was current when the item was created, and without a span for other items', async () => {
  await collect((tracer) => {
    const [one, other] = [tracer.start('one', INTERNAL), tracer.start('other', INTERNAL)];
    const [item, nobody] = [{}, {}];
    runInSpan(one, () => {
      rememberSpan(item);
      rememberSpan('a text');
      rememberSpan(null);
    });
    rememberSpan(nobody);
    runInSpan(other, () => {
      assert.equal(runInItemSpan(item, findSpan), one);
      assert.equal(runInItemSpan(nobody, findSpan), undefined);
      assert.equal(runInItemSpan('a text', findSpan), undefined);
      assert.equal(runWithoutSpan(findSpan), undefined);
      assert.equal(findSpan(), other);
      assert.equal(currentTraceparent(), other.traceparent);
    });
    assert.deepEqual([currentTraceparent(), traceMembers()], [null, {}]);
  });
});

test('work for several items has one span below the span of the first item, linked to those of the others', async () => {
  const { named } = await collect(async (tracer) => {
    const spans = [tracer.start('first', INTERNAL), tracer.start('second', INTERNAL)];
    const items = [{}, {}, {}, {}];
    items.forEach((item, at) => runInSpan(spans[Math.min(at, 1)], () => rememberSpan(item)));
    const answered = await runInItemSpans([...items, {}, null], async () => findSpan()?.trace_id);
    assert.equal(answered, spans[0]?.trace_id);
    await assert.rejects(
      runInItemSpans(items, () => Promise.reject(new Error('refused'))),
      /refused/,
    );
    assert.equal(await runInSpan(spans[0], () => runInItemSpans([{}], async () => findSpan())), undefined);
    for (const span of spans) span.end();
  });
  const together = named('together');
  const [[first], [second]] = [named('first'), named('second')];
  assert.deepEqual(
    together.map(({ parent_id, attributes, links }) => ({ parent_id, attributes, links })),
    [6, 4].map((count) => ({
      parent_id: first?.span_id,
      attributes: { 'tenant_ops.items': count },
      links: [second?.span_id],
    })),
  );
  assert.deepEqual(
    second?.links,
    together.map(({ span_id }) => span_id),
  );
});

test('a statement of a recorded request has a span with its error code; a statement without such a request has none', async () => {
  const failure = Object.assign(new Error('twice'), { code: '23505' });
  const { named } = await collect(async (tracer) => {
    const span = tracer.start('request', INTERNAL);
    const ask = (answer: Promise<unknown>) => traceStatement('select a from tasks', () => answer);
    await runInSpan(span, () => ask(Promise.resolve(1)));
    await runInSpan(span, () => assert.rejects(ask(Promise.reject(failure))));
    await ask(Promise.resolve(1));
    span.end();
    await runInSpan(span, () => ask(Promise.resolve(1)));
  });
  assert.deepEqual(
    named('select tasks').map(({ failed, attributes }) => ({ failed, attributes })),
    [false, true].map((failed) => ({
      failed,
      attributes: { 'db.system.name': 'postgresql', 'db.query.summary': 'select tasks' },
    })),
  );
});

for (const [kind, follows_parent, sampled, recorded] of [
  ['always_on', false, false, true],
  ['always_on', true, false, false],
  ['always_off', false, true, false],
  ['always_off', true, true, true],
  ['traceidratio', false, true, true],
] as const) {
  test(`${kind}${follows_parent ? ' behind the parent' : ''} records ${recorded ? 'a' : 'no'} span below one that is ${sampled ? '' : 'not '}sampled`, async () => {
    const sampling = { kind, follows_parent, ratio: 1 };
    const parent = { traceId: TRACE, spanId: SPAN, traceFlags: sampled ? 1 : 0 };
    await collect(
      (tracer) => {
        const span = tracer.start('work', { ...INTERNAL, traceparent: traceparentOf(parent) });
        assert.equal(span.isRecording(), recorded);
        assert.equal(span.trace_id, TRACE);
        assert.match(span.traceparent, new RegExp(`^00-${TRACE}-[0-9a-f]{16}-0${recorded ? 1 : 0}$`));
      },
      { sampling },
    );
  });
}

test('a span has its service name and its attributes, and ends as failed if it is marked as failed', async () => {
  const { collector, named } = await collect((tracer) => {
    const span = tracer.start('work', { kind: 'server', attributes: { a: 1 } });
    span.set({ b: 'two' });
    span.end('gone');
    assert.equal(span.isRecording(), false);
  });
  const [span] = named('work');
  assert.deepEqual(
    [span?.attributes, span?.failed, span?.has_remote_parent],
    [{ a: 1, b: 'two' }, true, false],
  );
  assert.equal(collector.resource['service.name'], 'tenant-ops');
  assert.equal(collector.resource['service.version'], '1.2.3');
});
