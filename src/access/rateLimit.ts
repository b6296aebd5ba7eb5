import { tooManyRequests } from '../lib/errors.ts';
import { untranslated } from '../lib/text/reasons.ts';
import { MINUTE_MS, SECOND_MS } from '../lib/time/clock.ts';

/** Requests per minute: the limit of one credential, and of all credentials of one account together. */
export type RequestsPerMinute = { credential: number; account: number };

type RateCaller = { account_id: string; credential_id: string };

/** The remaining requests of a rate, for the RateLimit headers. */
type RemainingRate = { name: keyof RequestsPerMinute; most: number; left: number; wait_ms: number };

export type RateLimiter = {
  /** Counts a request and returns its RateLimit headers. Throws a 429 above a limit; such a request is not counted. */
  take(caller: RateCaller): Record<string, string>;
};

/**
 * Token buckets in memory. A bucket refills continuously and is full after a minute without requests. Each process has
 * its own buckets, so N processes allow N times the rate. Only full buckets are deleted, because a missing bucket
 * counts as full; the number of buckets is therefore bounded by the number of callers per minute.
 */
export function createRateLimiter(
  rates: RequestsPerMinute,
  clock: () => number = () => performance.now(),
): RateLimiter {
  const stores = {
    credential: createTokenBuckets(rates.credential),
    account: createTokenBuckets(rates.account),
  };
  const policy = `"key";q=${rates.credential};w=60, "account";q=${rates.account};w=60`;
  return {
    take({ account_id, credential_id }) {
      const now_ms = clock();
      const places = [
        { name: 'credential', store: stores.credential, id: credential_id },
        { name: 'account', store: stores.account, id: account_id },
      ] as const;
      const all = places.map(({ name, store, id }): RemainingRate => ({ name, ...store.read(id, now_ms) }));
      const empty = all.find(({ left }) => left < 1);
      if (empty) throw tooManyRequestsError(empty, policy);
      for (const { store, id } of places) store.take(id, now_ms);
      return rateLimitHeaders({ policy, left: all.map((one) => ({ ...one, left: one.left - 1 })) });
    },
  };
}

function tooManyRequestsError(empty: RemainingRate, policy: string) {
  const whose = empty.name === 'credential' ? 'this key or token' : 'this account';
  const failure = tooManyRequests(
    null,
    untranslated(`At most ${empty.most} requests per minute for ${whose}`),
    empty.wait_ms,
  );
  Object.assign(failure.headers, rateLimitHeaders({ policy, left: [empty] }));
  return failure;
}

/** The headers describe the rate with fewer requests left: the credential's or the account's. */
function rateLimitHeaders({
  policy,
  left,
}: {
  policy: string;
  left: RemainingRate[];
}): Record<string, string> {
  const [least] = left.toSorted((one, other) => one.left - other.left);
  if (!least) return {};
  const name = least.name === 'credential' ? 'key' : 'account';
  const full_s = Math.ceil(((least.most - least.left) * MINUTE_MS) / least.most / SECOND_MS);
  return {
    'RateLimit-Policy': policy,
    RateLimit: `"${name}";r=${Math.max(0, Math.floor(least.left))};t=${full_s}`,
  };
}

/** Creates the token buckets of one rate, one bucket per id. */
export function createTokenBuckets(most_per_minute: number) {
  const stores = new Map<string, { left: number; at_ms: number }>();
  let swept_ms = -Infinity;
  const leftOf = (id: string, now_ms: number): number => {
    const store = stores.get(id);
    return store
      ? Math.min(most_per_minute, store.left + ((now_ms - store.at_ms) * most_per_minute) / MINUTE_MS)
      : most_per_minute;
  };
  /** Deletes full buckets. It reads every bucket, so it runs at most once a minute. */
  const forgetFull = (now_ms: number) => {
    if (now_ms - swept_ms < MINUTE_MS) return;
    swept_ms = now_ms;
    for (const id of stores.keys()) if (leftOf(id, now_ms) >= most_per_minute) stores.delete(id);
  };
  return {
    read(id: string, now_ms: number): Omit<RemainingRate, 'name'> {
      const left = leftOf(id, now_ms);
      return { most: most_per_minute, left, wait_ms: ((1 - left) * MINUTE_MS) / most_per_minute };
    },
    take(id: string, now_ms: number): void {
      forgetFull(now_ms);
      stores.set(id, { left: leftOf(id, now_ms) - 1, at_ms: now_ms });
    },
  };
}
