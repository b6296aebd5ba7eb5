/**
 * Returns the delay in milliseconds of a `Retry-After` header, in seconds or as an HTTP date; undefined for other
 * values.
 */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number | undefined {
  const text = String(header ?? '').trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const date_ms = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date_ms) ? undefined : Math.max(0, date_ms - now.getTime());
}
