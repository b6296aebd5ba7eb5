/**
 * A code or refresh token works once, but clients repeat requests and run several workers. A second use is rejected
 * without other effects if it comes within DUPLICATE_WITHIN_MS and the refresh token of the first response is still
 * unused. Any other second use is a replay and revokes the grant. All times come from the database, so that any node
 * can compare them.
 */
const DUPLICATE_WITHIN_MS = 1_000;

export type TokenUse = {
  /** Milliseconds since the first use; null if unused. */
  used_since_ms: number | null;
  /** True if the refresh token that was issued in exchange has been used. */
  is_succeeded: boolean;
};

export function isReplay({ used_since_ms, is_succeeded }: TokenUse, waited_ms: number): boolean {
  return is_succeeded || (used_since_ms ?? 0) - waited_ms > DUPLICATE_WITHIN_MS;
}
