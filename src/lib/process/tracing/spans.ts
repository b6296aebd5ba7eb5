import { AsyncLocalStorage } from 'node:async_hooks';

/** Span attributes. They must not contain statement values, bodies, secrets or names of users. */
type Attributes = Record<string, string | number>;
type SpanKind = 'server' | 'client' | 'internal';

/** A traced operation, such as a request, a statement or a delivery attempt. */
export type Span = {
  trace_id: string;
  /** The W3C traceparent header, with which other services continue the trace. */
  traceparent: string;
  /** False if the span is not sampled or has ended. */
  isRecording(): boolean;
  startChild(name: string, kind: SpanKind, attributes?: Attributes): Span;
  /** Links a span of another trace or parent. */
  link(other: Span): void;
  set(attributes: Attributes): void;
  /** Ends the span. `failure` marks it as failed. */
  end(failure?: string): void;
};

export type SpanStart = { kind: SpanKind; traceparent?: string | undefined; attributes: Attributes };

export type Tracer = {
  /** Starts a trace, or continues the trace of the traceparent. An invalid traceparent is ignored. */
  start(name: string, start: SpanStart): Span;
  /** Sends the remaining spans, with a short timeout. */
  close(): Promise<void>;
};

const running = new AsyncLocalStorage<Span | undefined>();

/** Runs the work with the span as the current one; undefined means without a span. */
export function runInSpan<T>(span: Span | undefined, work: () => T): T {
  return running.run(span, work);
}

/** Returns the current span, which may have ended or may not be sampled. */
export function findSpan(): Span | undefined {
  return running.getStore();
}

/** Returns the current traceparent, to be stored with work that runs later in the same trace. */
export function currentTraceparent(): string | null {
  return running.getStore()?.traceparent ?? null;
}

/** Returns the trace id as a field for log lines. */
export function traceMembers(): { trace_id?: string } {
  const span = running.getStore();
  return span ? { trace_id: span.trace_id } : {};
}

/** Runs the work without the current span, because the work does not belong to the request that started it. */
export function runWithoutSpan<T>(work: () => T): T {
  return running.getStore() ? running.run(undefined, work) : work();
}
