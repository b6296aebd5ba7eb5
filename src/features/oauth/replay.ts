/**
 * A code or refresh token is used once. A second request with it (a retry, two workers of a client) is refused
 * without harm while nothing that the first gave was used and at most a second has passed; any other is a replay
 * and ends the grant. All times are the database's, so that any node can compare them.
 */
const DUPLICATE_WITHIN_MS = 1_000;

export type TokenUse = {
  /** Time since its use; null when unused. */
  used_since_ms: number | null;
  /** True if the refresh token that it issued was used. */
  is_succeeded: boolean;
};

export function isReplay({ used_since_ms, is_succeeded }: TokenUse, waited_ms: number): boolean {
  return is_succeeded || (used_since_ms ?? 0) - waited_ms > DUPLICATE_WITHIN_MS;
}
