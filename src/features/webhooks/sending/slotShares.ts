import type { EndpointQueue } from './sql/endpointQueues.ts';

export type UsedSlots = { ids: string[]; counts: number[] };

export type ShareRequest = {
  free: number;
  max_per_endpoint: number;
  max_per_account: number;
  /** Slots in use, which reduce the free slots of their endpoint and account. */
  endpoints: UsedSlots;
  accounts: UsedSlots;
};

/** The most deliveries to claim for an account, and for each of its endpoints. */
export type AccountShare = {
  account_id: string;
  rows: number;
  queues: { endpoint_id: string; rows: number }[];
};

export type DividedSlots = {
  shares: AccountShare[];
  /** Queues without a free slot. */
  closed: EndpointQueue[];
};

/**
 * Divides the free slots among endpoints with due rows. An account gets at most as many slots as remain free, so that
 * other accounts always find free slots.
 */
export function divideSlots(queues: readonly EndpointQueue[], request: ShareRequest): DividedSlots {
  const demands = queues.map((queue) => demandOf(queue, request));
  const open = demands.filter(
    ({ free_slots, free_account_slots }) => free_slots > 0 && free_account_slots > 0,
  );
  const closed = demands.filter((one) => !open.includes(one)).map(({ queue }) => queue);
  const accounts = new Map<string, QueueDemand[]>();
  for (const one of open)
    accounts.set(one.queue.account_id, [...(accounts.get(one.queue.account_id) ?? []), one]);
  const rows = Math.max(1, Math.floor(request.free / open.length));
  const shares: AccountShare[] = [];
  let left = request.free;
  for (const [account_id, [first, ...others]] of accounts) {
    if (!first) continue;
    const limit = Math.min(left, limitOf(first, request.free, accounts.size));
    const of_account = [first, ...others];
    if (limit === 0) closed.push(...of_account.map(({ queue }) => queue));
    else shares.push({ account_id, rows: limit, queues: of_account.map(shareOf) });
    left -= limit;
  }
  return { shares, closed };

  function shareOf({ queue: { endpoint_id }, free_slots }: QueueDemand) {
    return { endpoint_id, rows: Math.min(free_slots, rows) };
  }
}

type QueueDemand = { queue: EndpointQueue; free_slots: number; free_account_slots: number; busy: number };

function demandOf(queue: EndpointQueue, { free, endpoints, accounts, ...most }: ShareRequest): QueueDemand {
  const busy = usedSlotsOf(accounts, queue.account_id);
  return {
    queue,
    busy,
    free_slots: most.max_per_endpoint - usedSlotsOf(endpoints, queue.endpoint_id),
    free_account_slots: Math.min(most.max_per_account, free) - busy,
  };
}

function limitOf({ free_account_slots, busy }: QueueDemand, free: number, accounts: number): number {
  const least = busy === 0 ? 1 : 0;
  return Math.max(least, Math.min(free_account_slots, Math.trunc((free - busy) / (accounts + 1))));
}

function usedSlotsOf({ ids, counts }: UsedSlots, id: string): number {
  return counts[ids.indexOf(id)] ?? 0;
}
