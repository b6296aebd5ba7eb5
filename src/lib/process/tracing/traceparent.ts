type SpanContext = { traceId: string; spanId: string; traceFlags: number };

const SAMPLED = 1;
/** Format of the header, version 00. Additional fields of later versions are ignored. */
const FORM = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Parses the `traceparent` header of W3C Trace Context. Returns undefined if it is malformed. */
export function parseTraceparent(text: string | undefined): SpanContext | undefined {
  const [, version, traceId, spanId, flags = '', rest] = FORM.exec(text ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || (version === '00' && rest !== undefined))
    return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED };
}

export function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${traceFlags & SAMPLED}`;
}
