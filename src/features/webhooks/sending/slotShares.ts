import type { EndpointQueue } from './sql/endpointQueues.ts';

export type UsedSlots = { ids: string[]; counts: number[] };

export type ShareRequest = {
  free: number;
  max_per_endpoint: number;
  max_per_account: number;
  /** Places in use, so that limits hold. */
  endpoints: UsedSlots;
  accounts: UsedSlots;
};

/** How much an account may be given: in all, and of each endpoint. */
export type AccountShare = {
  account_id: string;
  rows: number;
  lanes: { endpoint_id: string; rows: number }[];
};

export type DividedSlots = {
  shares: AccountShare[];
  /** Endpoints that may get nothing now. */ closed: EndpointQueue[];
};

/**
 * Shares the free places among endpoints with due rows. No account takes more places than stay free, so that others
 * always have some.
 */
export function divideSlots(lanes: readonly EndpointQueue[], wish: ShareRequest): DividedSlots {
  const rooms = lanes.map((lane) => roomOf(lane, wish));
  const open = rooms.filter(({ room, account_room }) => room > 0 && account_room > 0);
  const closed = rooms.filter((one) => !open.includes(one)).map(({ lane }) => lane);
  const accounts = new Map<string, Room[]>();
  for (const one of open)
    accounts.set(one.lane.account_id, [...(accounts.get(one.lane.account_id) ?? []), one]);
  const rows = Math.max(1, Math.floor(wish.free / open.length));
  const shares: AccountShare[] = [];
  let left = wish.free;
  for (const [account_id, [first, ...others]] of accounts) {
    if (!first) continue;
    const limit = Math.min(left, limitOf(first, wish.free, accounts.size));
    const of_account = [first, ...others];
    if (limit === 0) closed.push(...of_account.map(({ lane }) => lane));
    else shares.push({ account_id, rows: limit, lanes: of_account.map(shareOf) });
    left -= limit;
  }
  return { shares, closed };

  function shareOf({ lane: { endpoint_id }, room }: Room) {
    return { endpoint_id, rows: Math.min(room, rows) };
  }
}

type Room = { lane: EndpointQueue; room: number; account_room: number; busy: number };

function roomOf(lane: EndpointQueue, { free, endpoints, accounts, ...most }: ShareRequest): Room {
  const busy = takenOf(accounts, lane.account_id);
  return {
    lane,
    busy,
    room: most.max_per_endpoint - takenOf(endpoints, lane.endpoint_id),
    account_room: Math.min(most.max_per_account, free) - busy,
  };
}

function limitOf({ account_room, busy }: Room, free: number, accounts: number): number {
  const least = busy === 0 ? 1 : 0;
  return Math.max(least, Math.min(account_room, Math.trunc((free - busy) / (accounts + 1))));
}

function takenOf({ ids, counts }: UsedSlots, id: string): number {
  return counts[ids.indexOf(id)] ?? 0;
}
