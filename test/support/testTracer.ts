import { createLog } from '../../src/lib/log.ts';
import { createTracer } from '../../src/lib/process/tracing/openTelemetry.ts';
import { traceMembers } from '../../src/lib/process/tracing/spans.ts';
import { eventually } from '../../support/eventually.ts';
import type { Collector } from './collector.ts';

const SAMPLING = { kind: 'always_on', follows_parent: true, ratio: 1 } as const;

/** Returns a log that collects its lines. */
export function collectLogLines() {
  const lines: string[] = [];
  return { lines, log: createLog('info', { write: (line) => void lines.push(line) }, traceMembers) };
}

export const openTracer = (url: string, changes: Partial<Parameters<typeof createTracer>[0]> = {}) =>
  createTracer({ sampling: SAMPLING, version: '1.2.3', log: collectLogLines().log, url, ...changes });

export function endSpans(tracer: ReturnType<typeof openTracer>, count: number): void {
  for (let left = count; left > 0; left--) tracer.start('work', { kind: 'internal', attributes: {} }).end();
}

/** Waits until the collector has received this number of spans. */
export const waitForSpans = (collector: Collector, count: number) =>
  eventually(
    () => collector.spans.length,
    (length) => length === count,
  );
