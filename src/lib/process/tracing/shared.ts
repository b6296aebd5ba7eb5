import { findSpan, runInSpan, runOutside, type Span } from './spans.ts';

/** The spans of items that are done together. */
const spans = new WeakMap<object, Span>();

/** Notes that an item belongs to the current span. */
export function rememberSpan(item: unknown): void {
  const span = findSpan();
  if (span && isObject(item)) spans.set(item, span);
}

/** Runs what is done for one item as part of its own span. */
export function runInItemSpan<T>(item: unknown, work: () => T): T {
  const span = isObject(item) ? spans.get(item) : undefined;
  return span ? runInSpan(span, work) : runOutside(work);
}

/** Runs what is done for all of them in a span below the first, which the others and it link to each other. */
export async function runInItemSpans<T>(items: readonly unknown[], work: () => Promise<T>): Promise<T> {
  const [first, ...others] = new Set(
    items.flatMap((item) => (isObject(item) ? (spans.get(item) ?? []) : [])),
  );
  if (!first) return runOutside(work);
  const span = first.startChild('together', 'internal', { 'tenant_ops.items': items.length });
  for (const other of others) {
    span.link(other);
    other.link(span);
  }
  try {
    return await runInSpan(span, work);
  } finally {
    span.end();
  }
}

function isObject(item: unknown): item is object {
  return typeof item === 'object' && item !== null;
}
