import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OpenSpan,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import { endsWithin } from '../../concurrency/withTimeout.ts';
import type { Log } from '../../log.ts';
import type { Span, SpanStart, Tracer } from './spans.ts';
import { parseTraceparent, traceparentOf } from './traceparent.ts';
import type { Sampling } from './sampling.ts';

export type TracerOptions = {
  sampling: Sampling;
  version: string;
  log: Log;
  /** Endpoint of the collector; overrides OTEL_EXPORTER_OTLP_ENDPOINT. */
  url?: string;
};

/** Maximum number of queued spans; further spans are dropped. */
export const MOST_WAITING_SPANS = 2_048;
export const MOST_SPANS_PER_EXPORT = 512;
const SEND_EVERY_MS = 1_000;
const CLOSE_TIMEOUT_MS = 1_000;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** Creates a tracer that sends spans in batches to an OpenTelemetry collector over HTTP. */
export function createTracer({ sampling, version, log, url }: TracerOptions): Tracer {
  const processor = new BatchSpanProcessor({
    exporter: tellFailures(new OTLPTraceExporter(url === undefined ? {} : { url }), log),
    maxQueueSize: MOST_WAITING_SPANS,
    maxExportBatchSize: MOST_SPANS_PER_EXPORT,
    scheduledDelayMillis: SEND_EVERY_MS,
  });
  const named = resourceFromAttributes({ 'service.name': 'tenant-ops', 'service.version': version });
  const resource = defaultResource()
    .merge(named)
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new TracerProvider({
    sampler: samplerOf(sampling),
    resource,
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('tenant-ops', version);
  const start = (name: string, parent: Context, { kind, attributes }: Omit<SpanStart, 'traceparent'>): Span =>
    spanOver(tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent), start);
  return {
    start: (name, { traceparent, ...options }) => start(name, parentContext(traceparent), options),
    async close() {
      await endsWithin(CLOSE_TIMEOUT_MS, provider.shutdown()).catch(() => {});
    },
  };
}

type StartBelow = (name: string, parent: Context, start: Omit<SpanStart, 'traceparent'>) => Span;

const opened = new WeakMap<Span, OpenSpan>();

function spanOver(inner: OpenSpan, start: StartBelow): Span {
  const context = trace.setSpan(ROOT_CONTEXT, inner);
  const span: Span = {
    trace_id: inner.spanContext().traceId,
    traceparent: traceparentOf(inner.spanContext()),
    isRecording: () => inner.isRecording(),
    startChild: (name, kind, attributes = {}) => start(name, context, { kind, attributes }),
    link(other) {
      const to = opened.get(other);
      if (to) inner.addLink({ context: to.spanContext() });
    },
    set: (attributes) => void inner.setAttributes(attributes),
    end(failure) {
      if (failure !== undefined) inner.setStatus({ code: SpanStatusCode.ERROR, message: failure });
      inner.end();
    },
  };
  opened.set(span, inner);
  return span;
}

function parentContext(traceparent: string | undefined): Context {
  const remote = parseTraceparent(traceparent);
  return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
}

function samplerOf({ kind, ratio, follows_parent }: Sampling): Sampler {
  const root = rootSampler(kind, ratio);
  return follows_parent ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(kind: Sampling['kind'], ratio: number): Sampler {
  switch (kind) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio);
  }
}

/** Logs one line when exports begin to fail and one when they succeed again. */
function tellFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let is_failing = false;
  return {
    shutdown: () => exporter.shutdown(),
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const fails = result.error !== undefined;
        if (fails && !is_failing) log.warn({ err: result.error }, 'spans not sent');
        if (!fails && is_failing) log.info('spans are sent again');
        is_failing = fails;
        done(result);
      }),
  };
}
