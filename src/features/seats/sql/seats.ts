import { andContainsWords } from '../../../lib/sql/containsWords.ts';
import { pageOf, type RowWithTotal } from '../../../lib/sql/paging.ts';
import { hideFromPlanner, type Fragment, type Queryable, type Transaction } from '../../../lib/sql/sql.ts';
import type { Seat, SeatExportFilter, SeatFilter } from '../contract.ts';
import type { SeatRole } from '../rules.ts';

export type SeatRow = {
  account_id: string;
  id: string;
  user_id: string | null;
  device_name: string;
  roles: SeatRole[];
  device_token_hash: Buffer | null;
  device_token_last4: string | null;
  created_at: Date;
};

export type SeatUpdate = Partial<Pick<SeatRow, 'user_id' | 'device_name' | 'roles'>>;

export type DeviceTokenUpdate = {
  device_token_hash: Buffer | null;
  device_token_last4: string | null;
  device_model?: string | null;
  device_serial?: string | null;
  paired_at?: Date | null;
};

export async function insertSeat(
  tx: Transaction,
  account_id: string,
  seat: Omit<SeatRow, 'account_id'>,
): Promise<void> {
  await tx`
    insert into seats ${tx({ account_id, ...seat })}`;
}

export async function listSeats(db: Queryable, account_id: string): Promise<Seat[]> {
  return db<Seat[]>`
    select ${seatColumns(db)}
    from seats as seat
    ${withWearer(db, account_id)}
    where seat.account_id = ${account_id}
    order by seat.created_at desc, seat.id desc`;
}

/** Lists the seats of a user, oldest first. */
export async function listSeatsOfUser(
  db: Queryable,
  account_id: string,
  { user_id, limit }: { user_id: string; limit: number },
): Promise<Seat[]> {
  return db<Seat[]>`
    select ${seatColumns(db)}
    from seats as seat
    ${withWearer(db, account_id)}
    where seat.account_id = ${account_id}
      and seat.user_id = ${user_id}
    order by seat.created_at, seat.id
    limit ${limit}`;
}

export async function findSeat(db: Queryable, account_id: string, id: string): Promise<Seat | undefined> {
  const [seat] = await db<Seat[]>`
    select ${seatColumns(db)}
    from seats as seat
    ${withWearer(db, account_id)}
    where seat.account_id = ${account_id}
      and seat.id = ${id}`;
  return seat;
}

/** One statement reads the page and the total number of matches, so that both come from the same snapshot. */
export async function listSeatPage(
  db: Queryable,
  account_id: string,
  { limit, offset, sort, ...filter }: SeatFilter,
): Promise<{ seats: Seat[]; total: number }> {
  const wanted = db`
    where seat.account_id = ${account_id}
      ${andMatches(db, filter)}`;
  const rows = await db<RowWithTotal<Seat>[]>`
    select matching.total, page.*
    from (
      select count(*)::int as total
      from seats as seat
      ${filter.search === undefined ? db`` : withWearer(db, account_id)}
      ${wanted}
    ) as matching
    left join lateral (
      select ${seatColumns(db)}
      from seats as seat
      ${withWearer(db, account_id)}
      ${wanted}
      order by ${seatOrder(db, db`seat`, sort)}
      limit ${limit}
      offset ${offset}
    ) as page on true
    order by ${seatOrder(db, db`page`, sort)}`;
  const { shown, total } = pageOf(rows);
  return { seats: shown, total };
}

/** Selects all seats that match the filter of the list, with the address of the user. */
export function selectSeatsForExport(
  db: Queryable,
  account_id: string,
  { sort, ...filter }: SeatExportFilter,
): Fragment {
  return db`
    select ${seatColumns(db)}, person.email as user_email
    from seats as seat
    ${withWearer(db, account_id)}
    where seat.account_id = ${account_id}
      ${andMatches(db, filter)}
    order by ${seatOrder(db, db`seat`, sort)}`;
}

// across accounts: conditions in statements that filter by account
function andMatches(db: Queryable, { device, wearer, user_id, search }: SeatExportFilter): Fragment {
  const text = db`lower(concat_ws(' ', seat.device_name, person.full_name, seat.device_model, seat.device_serial))`;
  return db`
    ${device === undefined ? db`` : db`and (seat.device_token_hash is not null) = ${device === 'paired'}`}
    ${wearer === undefined ? db`` : db`and (seat.user_id is not null) = ${wearer === 'somebody'}`}
    ${user_id === undefined ? db`` : db`and seat.user_id = ${user_id}`}
    ${andContainsWords(db, text, search)}`;
}

function seatOrder(db: Queryable, row: Fragment, sort: SeatFilter['sort']): Fragment {
  const newest = db`${row}.created_at desc, ${row}.id desc`;
  if (sort === 'device_name') return db`lower(${row}.device_name), ${newest}`;
  return sort === 'last_seen_at' ? db`${row}.last_seen_at desc nulls last, ${newest}` : newest;
}

/** Lists the seats whose names, in lower case, are among the given ones. */
export async function listSeatsByName(
  db: Queryable,
  account_id: string,
  names: readonly string[],
): Promise<Seat[]> {
  return db<Seat[]>`
    select ${seatColumns(db)}
    from seats as seat
    ${withWearer(db, account_id)}
    where seat.account_id = ${account_id}
      and lower(seat.device_name) = any (${hideFromPlanner(db, 'text[]', names)}::text[])
    order by seat.id`;
}

/**
 * Locks a seat, so that concurrent requests for a pairing code leave only one valid code. Returns false if the seat
 * does not exist.
 */
export async function lockSeat(tx: Transaction, account_id: string, id: string): Promise<boolean> {
  const found = await tx`
    select 1
    from seats as seat
    where seat.account_id = ${account_id}
      and seat.id = ${id}
    for no key update of seat`;
  return found.length === 1;
}

export type SeatWithUser = {
  seat: { id: string; device_name: string };
  roles: SeatRole[];
  user: Seat['user'];
};

export async function findSeatWithUser(
  db: Queryable,
  account_id: string,
  id: string,
): Promise<SeatWithUser | undefined> {
  const [wearer] = await db<SeatWithUser[]>`
    select
      json_build_object('id', seat.id, 'device_name', seat.device_name) as seat,
      seat.roles,
      case
        when person.id is not null
        then json_build_object('user_id', person.id, 'name', person.full_name)
      end as user
    from seats as seat
    left join users as person
      on person.account_id = ${account_id}
      and person.id = seat.user_id
    where seat.account_id = ${account_id}
      and seat.id = ${id}`;
  return wearer;
}

/** Returns false if the seat does not exist. */
export async function updateSeat(
  db: Queryable,
  account_id: string,
  id: string,
  update: SeatUpdate | DeviceTokenUpdate,
): Promise<boolean> {
  const updated = await db`
    update seats
    set ${db(update)}
    where account_id = ${account_id}
      and id = ${id}
    returning id`;
  return updated.length === 1;
}

/** Locks a user. Returns true if the user is active and belongs to this account. */
export async function lockAssignableUser(
  tx: Transaction,
  account_id: string,
  user_id: string,
): Promise<boolean> {
  const found = await tx`
    select 1
    from users as person
    where person.account_id = ${account_id}
      and person.id = ${user_id}
      and person.status = 'active'
    for share of person`;
  return found.length === 1;
}

export type SeatOfToken = { token_hash: Buffer; id: string };

/**
 * Finds seats by the hashes of their device tokens. Seats of inactive accounts or inactive users are omitted; seats
 * without a user are included.
 */
export async function findSeatsByTokens(
  db: Queryable,
  account_id: string,
  token_hashes: readonly Buffer[],
): Promise<SeatOfToken[]> {
  return db<SeatOfToken[]>`
    select seat.device_token_hash as token_hash, seat.id
    from seats as seat
    join accounts as account
      on account.id = seat.account_id
      and account.state = 'active'
    left join users as person
      on person.account_id = ${account_id}
      and person.id = seat.user_id
    where seat.account_id = ${account_id}
      and seat.device_token_hash = any (${hideFromPlanner(db, 'bytea[]', token_hashes)}::bytea[])
      and (person.id is null or person.status = 'active')`;
}

function withWearer(db: Queryable, account_id: string): Fragment {
  return db`
    left join users as person
      on person.account_id = ${account_id}
      and person.id = seat.user_id`;
}

function seatColumns(db: Queryable): Fragment {
  return db`
    seat.id,
    seat.device_name,
    seat.roles,
    case
      when person.id is not null
      then json_build_object('user_id', person.id, 'name', person.full_name)
    end as user,
    seat.device_token_hash is not null as device_token_set,
    seat.device_token_last4,
    seat.device_model,
    seat.device_serial,
    seat.paired_at,
    seat.last_seen_at,
    seat.created_at`;
}
