import type { LeaseOffer } from '../../../events/localSender.ts';
import type { EndpointQueue } from './sql/endpointQueues.ts';
import type { UsedSlots } from './slotShares.ts';

export type SlotLimits = { total: number; per_account: number; per_endpoint: number };

/** An endpoint whose last attempt timed out may use this many slots until it answers again. */
const HANGING_SLOTS = 2;
/**
 * New deliveries of an account are leased to this process only while this share of the account's slots is free, or
 * while the account uses no slot.
 */
const FREE_SHARE = 1 / 4;

type Endpoint = { taken: number; hangs: boolean; has_unclaimed: boolean };
type Account = { taken: number; endpoints: Map<string, Endpoint> };

/**
 * Counts the deliveries in flight, so that one slow receiver or one account cannot use all slots. This is no `Limiter`:
 * nothing waits here, because due rows wait in the queue table. A claim reads the free slots of all endpoints at once,
 * the slots of an endpoint are part of those of its account, and each sender has an equal share of both.
 */
export class SlotPool {
  readonly #caps: SlotLimits;
  /** The limits of this sender: its share of the slots of an endpoint and of an account. */
  #limits: SlotLimits;
  readonly #accounts = new Map<string, Account>();
  /** Queues in which the current pass over all queues left due rows unclaimed. */
  readonly #unclaimed: EndpointQueue[] = [];
  #taken = 0;

  constructor(caps: SlotLimits) {
    this.#caps = caps;
    this.#limits = caps;
  }

  /**
   * Sets the number of senders. Limits per endpoint and account apply to all senders together, so each sender gets an
   * equal share.
   */
  shareAmong(senders: number): void {
    const { total, per_endpoint, per_account } = this.#caps;
    const shareOf = (slots: number) => Math.max(1, Math.floor(slots / senders));
    this.#limits = { total, per_endpoint: shareOf(per_endpoint), per_account: shareOf(per_account) };
  }

  /** The most slots of an endpoint and of an account that this sender may use. */
  limits(): Pick<SlotLimits, 'per_endpoint' | 'per_account'> {
    return this.#limits;
  }

  free(): number {
    return this.#caps.total - this.#taken;
  }

  /**
   * Returns false if the endpoint, its account or the sender has no free slot, or if the account would use more slots
   * than remain free for other accounts. Slots may have been used since the rows were claimed.
   */
  acquire(queue: EndpointQueue): boolean {
    return this.#change(queue, (endpoint, account) => {
      if (account.taken >= this.free() || account.taken >= this.#limits.per_account) return false;
      if (endpoint.taken >= this.#limits.per_endpoint) return false;
      this.#taken++;
      account.taken++;
      endpoint.taken++;
      return true;
    });
  }

  release(queue: EndpointQueue, hung: boolean): void {
    this.#taken--;
    this.#change(queue, (endpoint, account) => {
      account.taken--;
      endpoint.taken--;
      endpoint.hangs = hung;
    });
  }

  /** Used slots by endpoint; for an endpoint in backoff, all slots count as used. */
  endpoints(resting: readonly string[]): UsedSlots {
    const all = [...this.#accounts.values()].flatMap(({ endpoints }) => [...endpoints]);
    const counts = all.map(([id, endpoint]): [string, number] => [id, this.#usedSlotsOf(endpoint)]);
    const none_free = resting.map((id): [string, number] => [id, this.#limits.per_endpoint]);
    return toUsedSlots([...counts, ...none_free]);
  }

  accounts(): UsedSlots {
    return toUsedSlots([...this.#accounts].map(([id, { taken }]) => [id, taken]));
  }

  /**
   * Marks queues in which a claim left due rows, so that newer deliveries wait behind them. With `begins_anew`, the
   * marks of the previous pass are removed.
   */
  noteUnclaimed(queues: readonly EndpointQueue[], begins_anew: boolean): void {
    if (begins_anew)
      for (const queue of this.#unclaimed.splice(0))
        this.#change(queue, (endpoint) => (endpoint.has_unclaimed = false));
    this.#unclaimed.push(...queues);
    for (const queue of queues) this.#change(queue, (endpoint) => (endpoint.has_unclaimed = true));
  }

  /**
   * The accounts in the list with too few free slots, and endpoints of these accounts whose new deliveries must wait in
   * the queue.
   */
  full(account_ids: readonly string[]): Pick<LeaseOffer, 'full_accounts' | 'full_endpoints'> {
    const asked = [...new Set(account_ids)];
    const endpoints = asked.flatMap((id) => [...(this.#accounts.get(id)?.endpoints ?? [])]);
    const full = endpoints.filter(
      ([, one]) => one.has_unclaimed || this.#usedSlotsOf(one) >= this.#limits.per_endpoint,
    );
    return {
      full_accounts: new Set(asked.filter((id) => !this.#acceptsEvent(this.#accounts.get(id)?.taken ?? 0))),
      full_endpoints: full.map(([id]) => id),
    };
  }

  /** One event can have deliveries to many endpoints of the account, so one free slot is not enough. */
  #acceptsEvent(taken: number): boolean {
    const { per_account } = this.#limits;
    const room = Math.min(per_account - taken, (this.free() - taken) / 2);
    return room >= per_account * FREE_SHARE || (taken === 0 && this.free() > 0);
  }

  #usedSlotsOf({ taken, hangs }: Endpoint): number {
    return taken + (hangs ? Math.max(0, this.#limits.per_endpoint - HANGING_SLOTS) : 0);
  }

  /** Changes the counters of an endpoint and its account; deletes entries that become idle. */
  #change<T>(
    { account_id, endpoint_id }: EndpointQueue,
    work: (endpoint: Endpoint, account: Account) => T,
  ): T {
    const account = this.#accounts.get(account_id) ?? { taken: 0, endpoints: new Map<string, Endpoint>() };
    const endpoint = account.endpoints.get(endpoint_id) ?? { taken: 0, hangs: false, has_unclaimed: false };
    this.#accounts.set(account_id, account);
    account.endpoints.set(endpoint_id, endpoint);
    const result = work(endpoint, account);
    const is_idle = endpoint.taken === 0 && !endpoint.hangs && !endpoint.has_unclaimed;
    if (is_idle) account.endpoints.delete(endpoint_id);
    if (account.endpoints.size === 0) this.#accounts.delete(account_id);
    return result;
  }
}

function toUsedSlots(entries: readonly (readonly [string, number])[]): UsedSlots {
  const counts = new Map(entries);
  return { ids: [...counts.keys()], counts: [...counts.values()] };
}
