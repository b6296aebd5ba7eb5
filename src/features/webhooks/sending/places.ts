import type { Lane, TakenPlaces } from '../sql/claims.ts';

export type Caps = { total: number; per_account: number; per_endpoint: number };

/** An endpoint that hangs keeps this many places until it answers again. */
const HANGING_PLACES = 2;

export type Places = {
  free(): number;
  taken: () => number;
  take(lane: Lane): void;
  give(lane: Lane, hung: boolean): void;
  /** Taken places by endpoint; resting endpoints have none free. */
  endpoints(resting: readonly string[]): TakenPlaces;
  accounts(): TakenPlaces;
};

/** Counts what is in flight, so that one hanging receiver, or one account, cannot take every place. */
export function createPlaces(caps: Caps): Places {
  const endpoints = new Map<string, number>();
  const accounts = new Map<string, number>();
  const hanging = new Set<string>();
  let taken = 0;

  return {
    free: () => caps.total - taken,
    taken: () => taken,
    take({ account_id, endpoint_id }) {
      taken++;
      add(endpoints, endpoint_id, 1);
      add(accounts, account_id, 1);
    },
    give({ account_id, endpoint_id }, hung) {
      taken--;
      add(endpoints, endpoint_id, -1);
      add(accounts, account_id, -1);
      if (hung) hanging.add(endpoint_id);
      else hanging.delete(endpoint_id);
    },
    endpoints(resting) {
      const counts = new Map(endpoints);
      for (const id of resting) add(counts, id, caps.per_endpoint);
      for (const id of hanging) add(counts, id, Math.max(0, caps.per_endpoint - HANGING_PLACES));
      return { ids: [...counts.keys()], counts: [...counts.values()] };
    },
    accounts: () => ({ ids: [...accounts.keys()], counts: [...accounts.values()] }),
  };
}

function add(counts: Map<string, number>, id: string, change: number): void {
  const count = (counts.get(id) ?? 0) + change;
  if (count === 0) counts.delete(id);
  else counts.set(id, count);
}
