import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../src/lib/log.ts';
import {
  createTracer,
  MOST_SENT_TOGETHER,
  MOST_WAITING,
} from '../../src/lib/process/tracing/openTelemetry.ts';
import { traceMembers } from '../../src/lib/process/tracing/spans.ts';
import { eventually } from '../../support/eventually.ts';
import { answer, openCollector, type Collector } from '../support/collector.ts';

const SAMPLING = { kind: 'always_on', follows_parent: true, ratio: 1 } as const;

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
