import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_SPANS_PER_EXPORT, MOST_WAITING_SPANS } from '../../src/lib/process/tracing/openTelemetry.ts';
import { eventually } from '../../support/eventually.ts';
import { sendAnswer, openCollector } from '../support/collector.ts';
import { waitForSpans, endSpans, collectLogLines, openTracer } from '../support/testTracer.ts';

test('spans beyond the bound are dropped while a collector is silent', async () => {
  const collector = await openCollector();
  collector.is_silent = true;
  const tracer = openTracer(collector.url);
  endSpans(tracer, 5 * MOST_WAITING_SPANS);
  await waitForSpans(collector, MOST_SPANS_PER_EXPORT);
  collector.is_silent = false;
  collector.held.forEach(sendAnswer);
  await waitForSpans(collector, MOST_SPANS_PER_EXPORT + MOST_WAITING_SPANS);
  endSpans(tracer, 1);
  await waitForSpans(collector, MOST_SPANS_PER_EXPORT + MOST_WAITING_SPANS + 1);
  await tracer.close();
});

test('a close does not wait for a silent collector', async () => {
  const collector = await openCollector();
  collector.is_silent = true;
  const tracer = openTracer(collector.url);
  endSpans(tracer, 1);
  await waitForSpans(collector, 1);
  await tracer.close();
  assert.deepEqual(
    collector.held.map(({ destroyed }) => destroyed),
    [false],
  );
  collector.held.forEach(sendAnswer);
});

test('an unavailable collector is logged once', async () => {
  const { lines, log } = collectLogLines();
  const tracer = openTracer('http://127.0.0.1:9/v1/traces', { log });
  endSpans(tracer, 2 * MOST_SPANS_PER_EXPORT);
  await tracer.close();
  await eventually(
    () => lines.filter((line) => line.includes('"spans not sent"')).length,
    (count) => count === 1,
  );
});

test('a collector that rejects spans is logged once, and again when it accepts them', async () => {
  const { lines, log } = collectLogLines();
  const collector = await openCollector();
  collector.is_silent = true;
  const tracer = openTracer(collector.url, { log });
  for (const batch of [1, 2]) {
    endSpans(tracer, MOST_SPANS_PER_EXPORT);
    await waitForSpans(collector, batch * MOST_SPANS_PER_EXPORT);
    collector.held.pop()?.writeHead(400).end();
  }
  collector.is_silent = false;
  endSpans(tracer, MOST_SPANS_PER_EXPORT);
  await eventually(
    () => lines.map((line) => JSON.parse(line).msg),
    (told) => told.join() === 'spans not sent,spans are sent again',
  );
  await tracer.close();
});
