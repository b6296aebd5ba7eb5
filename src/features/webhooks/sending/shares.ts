import type { Lane } from './sql/endpointQueues.ts';

export type TakenPlaces = { ids: string[]; counts: number[] };

export type ShareWish = {
  free: number;
  max_per_endpoint: number;
  max_per_account: number;
  /** Places in use, so that limits hold. */
  endpoints: TakenPlaces;
  accounts: TakenPlaces;
};

/** How much an account may be given: in all, and of each endpoint. */
export type Share = { account_id: string; rows: number; lanes: { endpoint_id: string; rows: number }[] };

export type Shares = { shares: Share[]; /** Endpoints that may get nothing now. */ closed: Lane[] };

/**
 * Shares the free places among endpoints with due rows. No account takes more places than stay free, so that others
 * always have some.
 */
export function shareOut(lanes: readonly Lane[], wish: ShareWish): Shares {
  const rooms = lanes.map((lane) => roomOf(lane, wish));
  const open = rooms.filter(({ room, account_room }) => room > 0 && account_room > 0);
  const closed = rooms.filter((one) => !open.includes(one)).map(({ lane }) => lane);
  const accounts = new Map<string, Room[]>();
  for (const one of open)
    accounts.set(one.lane.account_id, [...(accounts.get(one.lane.account_id) ?? []), one]);
  const rows = Math.max(1, Math.floor(wish.free / open.length));
  const shares: Share[] = [];
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

type Room = { lane: Lane; room: number; account_room: number; busy: number };

function roomOf(lane: Lane, { free, endpoints, accounts, ...most }: ShareWish): Room {
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

function takenOf({ ids, counts }: TakenPlaces, id: string): number {
  return counts[ids.indexOf(id)] ?? 0;
}
