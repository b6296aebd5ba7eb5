import type { Config } from '../config.ts';
import type { Log } from '../lib/log.ts';
import type { Tracer } from '../lib/process/tracing/spans.ts';
import { version } from '../lib/process/version.ts';

type Traced = Pick<Config, 'TRACES' | 'OTEL_TRACES_SAMPLER' | 'OTEL_TRACES_SAMPLER_ARG'>;

/** Imports OpenTelemetry only if TRACES is on, because the import costs start time and memory. */
export async function openTracing(
  { TRACES, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG: ratio }: Traced,
  log: Log,
): Promise<Tracer | undefined> {
  if (!TRACES) return undefined;
  const { createTracer } = await import('../lib/process/tracing/openTelemetry.ts');
  return createTracer({ sampling: { ...OTEL_TRACES_SAMPLER, ratio }, version, log });
}
