import { tooManyRequests } from '../lib/errors.ts';
import { untranslated } from '../lib/text/reasons.ts';
import { MINUTE_MS } from '../lib/time/clock.ts';

/** How many requests a minute one credential may send, and one account with all of its credentials. */
export type Rates = { credential: number; account: number };

type Named = { account_id: string; credential_id: string };

/** The rest of a rate, for the RateLimit headers. */
type Left = { name: keyof Rates; most: number; left: number; wait_ms: number };

export type RateLimit = {
  /** Counts a request: what its answer says of the rates. A request beyond one of them is refused, and not counted. */
  take(caller: Named): Record<string, string>;
};

/**
 * Each rate is a store of requests that is full after a minute's rest and refilled all the time. The stores are those
 * of this process: several processes allow as many times as much. They are no cache, since a forgotten store would be a
 * full one: a store goes when it is full, so there are as many as callers within a minute.
 */
export function createRateLimit(rates: Rates, clock: () => number = () => performance.now()): RateLimit {
  const stores = { credential: createStores(rates.credential), account: createStores(rates.account) };
  const policy = `"key";q=${rates.credential};w=60, "account";q=${rates.account};w=60`;
  return {
    take({ account_id, credential_id }) {
      const now_ms = clock();
      const places = [
        { name: 'credential', store: stores.credential, id: credential_id },
        { name: 'account', store: stores.account, id: account_id },
      ] as const;
      const all = places.map(({ name, store, id }): Left => ({ name, ...store.read(id, now_ms) }));
      const empty = all.find(({ left }) => left < 1);
      if (empty) throw refuse(empty, policy);
      for (const { store, id } of places) store.take(id, now_ms);
      return describe({ policy, left: all.map((one) => ({ ...one, left: one.left - 1 })) });
    },
  };
}

function refuse(empty: Left, policy: string) {
  const whose = empty.name === 'credential' ? 'this key or token' : 'this account';
  const failure = tooManyRequests(
    null,
    untranslated(`At most ${empty.most} requests a minute of ${whose}`),
    empty.wait_ms,
  );
  Object.assign(failure.headers, describe({ policy, left: [empty] }));
  return failure;
}

/** The narrower of the two rates is told. */
function describe({ policy, left }: { policy: string; left: Left[] }): Record<string, string> {
  const [least] = left.toSorted((one, other) => one.left - other.left);
  if (!least) return {};
  const name = least.name === 'credential' ? 'key' : 'account';
  const full_s = Math.ceil(((least.most - least.left) * MINUTE_MS) / least.most / 1000);
  return {
    'RateLimit-Policy': policy,
    RateLimit: `"${name}";r=${Math.max(0, Math.floor(least.left))};t=${full_s}`,
  };
}

/** A store for each id. */
export function createStores(most: number) {
  const stores = new Map<string, { left: number; at_ms: number }>();
  let swept_ms = -Infinity;
  const leftOf = (id: string, now_ms: number): number => {
    const store = stores.get(id);
    return store ? Math.min(most, store.left + ((now_ms - store.at_ms) * most) / MINUTE_MS) : most;
  };
  /** Once a minute, since every store is looked at. */
  const forgetFull = (now_ms: number) => {
    if (now_ms - swept_ms < MINUTE_MS) return;
    swept_ms = now_ms;
    for (const id of stores.keys()) if (leftOf(id, now_ms) >= most) stores.delete(id);
  };
  return {
    read(id: string, now_ms: number): Omit<Left, 'name'> {
      const left = leftOf(id, now_ms);
      return { most, left, wait_ms: ((1 - left) * MINUTE_MS) / most };
    },
    take(id: string, now_ms: number): void {
      forgetFull(now_ms);
      stores.set(id, { left: leftOf(id, now_ms) - 1, at_ms: now_ms });
    },
  };
}
