import { findSpan, runInSpan, runWithoutSpan, type Span } from './spans.ts';

/** The span of the request that created each item, for work that several requests share. */
const spans = new WeakMap<object, Span>();

/** Associates the item with the current span. */
export function rememberSpan(item: unknown): void {
  const span = findSpan();
  if (span && isObject(item)) spans.set(item, span);
}

export function runInItemSpan<T>(item: unknown, work: () => T): T {
  const span = isObject(item) ? spans.get(item) : undefined;
  return span ? runInSpan(span, work) : runWithoutSpan(work);
}

/**
 * Runs the work for several items in one child span of the first item's span, linked with the spans of the others in
 * both directions.
 */
export async function runInItemSpans<T>(items: readonly unknown[], work: () => Promise<T>): Promise<T> {
  const [first, ...others] = new Set(
    items.flatMap((item) => (isObject(item) ? (spans.get(item) ?? []) : [])),
  );
  if (!first) return runWithoutSpan(work);
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
