import type { Offer } from '../../../events/localSender.ts';
import type { EndpointQueue } from './sql/endpointQueues.ts';
import type { UsedSlots } from './slotShares.ts';

export type SlotLimits = { total: number; per_account: number; per_endpoint: number };

/** An endpoint that hangs keeps this many places until it answers again. */
const HANGING_PLACES = 2;
/** An account has room for one more event while this share of its places is free. */
const ROOM_SHARE = 1 / 4;

type Endpoint = { taken: number; hangs: boolean; is_left: boolean };
type Account = { taken: number; endpoints: Map<string, Endpoint> };

/**
 * Counts what is in flight, so that one hanging receiver, or one account, cannot take every place. This is no `Limiter`:
 * nothing waits here, because due rows wait in the queue table. A claim reads the free places of all endpoints at once,
 * an endpoint has places within those of its account, and each living sender has a share of both.
 */
export class SlotPool {
  readonly #caps: SlotLimits;
  /** The caps of this sender: its share of the places of an endpoint and of an account. */
  #own: SlotLimits;
  readonly #accounts = new Map<string, Account>();
  /** Queues in which this round left due rows unclaimed. */
  readonly #left: EndpointQueue[] = [];
  #taken = 0;

  constructor(caps: SlotLimits) {
    this.#caps = caps;
    this.#own = caps;
  }

  /** The places of endpoints and accounts are those of all senders together: each living sender has an equal share. */
  shareAmong(senders: number): void {
    const { total, per_endpoint, per_account } = this.#caps;
    const shareOf = (places: number) => Math.max(1, Math.floor(places / senders));
    this.#own = { total, per_endpoint: shareOf(per_endpoint), per_account: shareOf(per_account) };
  }

  /** The most places of an endpoint and of an account that this sender may take. */
  own(): Pick<SlotLimits, 'per_endpoint' | 'per_account'> {
    return this.#own;
  }

  free(): number {
    return this.#caps.total - this.#taken;
  }

  /**
   * False when the endpoint, its account or the sender has no place left, and when the account would take more places
   * than stay free for the next: others may have been taken since its share was counted.
   */
  take(lane: EndpointQueue): boolean {
    return this.#change(lane, (endpoint, account) => {
      if (account.taken >= this.free() || account.taken >= this.#own.per_account) return false;
      if (endpoint.taken >= this.#own.per_endpoint) return false;
      this.#taken++;
      account.taken++;
      endpoint.taken++;
      return true;
    });
  }

  give(lane: EndpointQueue, hung: boolean): void {
    this.#taken--;
    this.#change(lane, (endpoint, account) => {
      account.taken--;
      endpoint.taken--;
      endpoint.hangs = hung;
    });
  }

  /** Taken places by endpoint; resting endpoints have none free. */
  endpoints(resting: readonly string[]): UsedSlots {
    const all = [...this.#accounts.values()].flatMap(({ endpoints }) => [...endpoints]);
    const counts = all.map(([id, endpoint]): [string, number] => [id, this.#busyOf(endpoint)]);
    const none_free = resting.map((id): [string, number] => [id, this.#own.per_endpoint]);
    return takenPlaces([...counts, ...none_free]);
  }

  accounts(): UsedSlots {
    return takenPlaces([...this.#accounts].map(([id, { taken }]) => [id, taken]));
  }

  /** Notes where a claim has left due rows, so that newer deliveries wait behind them. */
  leave(lanes: readonly EndpointQueue[], begins_anew: boolean): void {
    if (begins_anew)
      for (const lane of this.#left.splice(0)) this.#change(lane, (endpoint) => (endpoint.is_left = false));
    this.#left.push(...lanes);
    for (const lane of lanes) this.#change(lane, (endpoint) => (endpoint.is_left = true));
  }

  /** The accounts among these, and their endpoints, without a free place. */
  full(account_ids: readonly string[]): Pick<Offer, 'full_accounts' | 'full_endpoints'> {
    const asked = [...new Set(account_ids)];
    const endpoints = asked.flatMap((id) => [...(this.#accounts.get(id)?.endpoints ?? [])]);
    const full = endpoints.filter(([, one]) => one.is_left || this.#busyOf(one) >= this.#own.per_endpoint);
    return {
      full_accounts: new Set(asked.filter((id) => !this.#hasRoom(this.#accounts.get(id)?.taken ?? 0))),
      full_endpoints: full.map(([id]) => id),
    };
  }

  /** For an event at many endpoints. */
  #hasRoom(taken: number): boolean {
    const { per_account } = this.#own;
    const room = Math.min(per_account - taken, (this.free() - taken) / 2);
    return room >= per_account * ROOM_SHARE || (taken === 0 && this.free() > 0);
  }

  #busyOf({ taken, hangs }: Endpoint): number {
    return taken + (hangs ? Math.max(0, this.#own.per_endpoint - HANGING_PLACES) : 0);
  }

  /** Forgets what is idle afterwards. */
  #change<T>(
    { account_id, endpoint_id }: EndpointQueue,
    work: (endpoint: Endpoint, account: Account) => T,
  ): T {
    const account = this.#accounts.get(account_id) ?? { taken: 0, endpoints: new Map<string, Endpoint>() };
    const endpoint = account.endpoints.get(endpoint_id) ?? { taken: 0, hangs: false, is_left: false };
    this.#accounts.set(account_id, account);
    account.endpoints.set(endpoint_id, endpoint);
    const result = work(endpoint, account);
    const is_idle = endpoint.taken === 0 && !endpoint.hangs && !endpoint.is_left;
    if (is_idle) account.endpoints.delete(endpoint_id);
    if (account.endpoints.size === 0) this.#accounts.delete(account_id);
    return result;
  }
}

function takenPlaces(entries: readonly (readonly [string, number])[]): UsedSlots {
  const counts = new Map(entries);
  return { ids: [...counts.keys()], counts: [...counts.values()] };
}
