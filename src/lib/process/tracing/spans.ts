import { AsyncLocalStorage } from 'node:async_hooks';

/** Attributes of a span: never a value of a statement, a body, a secret or the name of a user. */
type Attributes = Record<string, string | number>;
type SpanKind = 'server' | 'client' | 'internal';

/** One piece of work: a request, a statement, an attempt of a delivery. */
export type Span = {
  trace_id: string;
  /** How others continue the trace. */
  traceparent: string;
  /** False where it is not sampled, or over. */
  isRecording(): boolean;
  startChild(name: string, kind: SpanKind, attributes?: Attributes): Span;
  /** Refers to work that belongs to it and has another parent. */
  link(other: Span): void;
  set(attributes: Attributes): void;
  /** Ends it, as failed where a word for the failure is given. */
  end(failure?: string): void;
};

export type Start = { kind: SpanKind; traceparent?: string | undefined; attributes: Attributes };

export type Tracer = {
  /** Begins a trace, or continues that of a traceparent; one that is not well formed is ignored. */
  start(name: string, start: Start): Span;
  /** Sends what is left, for a moment at most. */
  close(): Promise<void>;
};

const running = new AsyncLocalStorage<Span | undefined>();

/** Runs work as part of a span, or outside of all. */
export function runInSpan<T>(span: Span | undefined, work: () => T): T {
  return running.run(span, work);
}

/** The span that this is a part of; it may be over, or not sampled. */
export function findSpan(): Span | undefined {
  return running.getStore();
}

/** The traceparent that is stored with work that is done later. */
export function currentTraceparent(): string | null {
  return running.getStore()?.traceparent ?? null;
}

/** Lines of the log name the trace that they are written in. */
export function traceMembers(): { trace_id?: string } {
  const span = running.getStore();
  return span ? { trace_id: span.trace_id } : {};
}

/** Runs work outside of the span of the request that happened to start it. */
export function runOutside<T>(work: () => T): T {
  return running.getStore() ? running.run(undefined, work) : work();
}
