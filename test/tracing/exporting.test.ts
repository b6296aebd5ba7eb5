import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/lib/log.ts';
import {
  createTracer,
  MOST_SENT_TOGETHER,
  MOST_WAITING,
} from '../../src/lib/process/tracing/openTelemetry.ts';
import { runInSpan, traceMembers } from '../../src/lib/process/tracing/spans.ts';
import { nameOf } from '../../src/lib/process/tracing/statements.ts';
import { parseTraceparent } from '../../src/lib/process/tracing/traceparent.ts';
import { eventually } from '../../support/eventually.ts';
import { answer, openCollector, type Collector } from '../support/collector.ts';

const SAMPLING = { kind: 'always_on', follows_parent: true, ratio: 1 } as const;
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

/** A log, and what it was told. */
function keepLines() {
  const lines: string[] = [];
  return { lines, log: createLog('info', { write: (line) => void lines.push(line) }, traceMembers) };
}

const open = (url: string, changes: Partial<Parameters<typeof createTracer>[0]> = {}) =>
  createTracer({ sampling: SAMPLING, version: '1.2.3', log: keepLines().log, url, ...changes });

function endSpans(tracer: ReturnType<typeof open>, count: number): void {
  for (let left = count; left > 0; left--) tracer.start('work', { kind: 'internal', attributes: {} }).end();
}

const cameTo = (collector: Collector, count: number) =>
  eventually(
    () => collector.spans.length,
    (length) => length === count,
  );

test('a collector that answers gets every span', async () => {
  const collector = await openCollector();
  const tracer = open(collector.url);
  endSpans(tracer, MOST_WAITING);
  await cameTo(collector, MOST_WAITING);
  await tracer.close();
});

test('a span waits a second for others', async (t) => {
  const collector = await openCollector();
  const tracer = open(collector.url);
  const timers = t.mock.method(globalThis, 'setTimeout');
  endSpans(tracer, 1);
  assert.deepEqual(
    timers.mock.calls.map(({ arguments: [, ms] }) => ms),
    [1_000],
  );
  timers.mock.restore();
  await tracer.close();
  await cameTo(collector, 1);
});

test('spans beyond the bound are dropped while a collector is silent', async () => {
  const collector = await openCollector();
  collector.is_silent = true;
  const tracer = open(collector.url);
  endSpans(tracer, 5 * MOST_WAITING);
  await cameTo(collector, MOST_SENT_TOGETHER);
  collector.is_silent = false;
  collector.held.forEach(answer);
  await cameTo(collector, MOST_SENT_TOGETHER + MOST_WAITING);
  endSpans(tracer, 1);
  await cameTo(collector, MOST_SENT_TOGETHER + MOST_WAITING + 1);
  await tracer.close();
});

test('a close does not wait for a silent collector', async () => {
  const collector = await openCollector();
  collector.is_silent = true;
  const tracer = open(collector.url);
  endSpans(tracer, 1);
  await cameTo(collector, 1);
  await tracer.close();
  assert.deepEqual(
    collector.held.map(({ destroyed }) => destroyed),
    [false],
  );
  collector.held.forEach(answer);
});

test('a collector that is not there is told of once', async () => {
  const { lines, log } = keepLines();
  const tracer = open('http://127.0.0.1:9/v1/traces', { log });
  endSpans(tracer, 2 * MOST_SENT_TOGETHER);
  await tracer.close();
  await eventually(
    () => lines.filter((line) => line.includes('"spans not sent"')).length,
    (count) => count === 1,
  );
});

test('a collector that refuses is told of once, and once more when it takes them again', async () => {
  const { lines, log } = keepLines();
  const collector = await openCollector();
  collector.is_silent = true;
  const tracer = open(collector.url, { log });
  for (const batch of [1, 2]) {
    endSpans(tracer, MOST_SENT_TOGETHER);
    await cameTo(collector, batch * MOST_SENT_TOGETHER);
    collector.held.pop()?.writeHead(400).end();
  }
  collector.is_silent = false;
  endSpans(tracer, MOST_SENT_TOGETHER);
  await eventually(
    () => lines.map((line) => JSON.parse(line).msg),
    (told) => told.join() === 'spans not sent,spans are sent again',
  );
  await tracer.close();
});

test('lines of the log name the trace that they are written in', () => {
  const { lines, log } = keepLines();
  const sampling = { ...SAMPLING, kind: 'always_off' } as const;
  const tracer = open('http://127.0.0.1:9/v1/traces', { sampling, log });
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
  test(`a statement is named ${name}`, () => assert.equal(nameOf(text), name));
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
