import { userIdOf } from '../../access/actor.ts';
import type { Context } from '../../access/context.ts';
import { assertBelowLimit } from '../../access/limits/limits.ts';
import { changedMembers, hasNoMembers } from '../../lib/sql/changedMembers.ts';
import { notFound } from '../../access/notFound.ts';
import { badRequest } from '../../lib/errors.ts';
import { accessReasons } from '../../access/reasons.ts';
import { newId } from '../../lib/ids.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import { hashToken, makeToken } from '../../access/tokens.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { NewSeat, Seat, SeatChanges, SeatFilter, SeatPage } from './contract.ts';
import * as queries from './sql/seats.ts';
import { deletePairingCodes } from './sql/pairing.ts';

/**
 * Creates a seat with a device token. The token is returned only here and cannot be read again, because only a hash is
 * stored.
 */
export async function createSeatWithToken(
  ctx: Context,
  input: NewSeat,
): Promise<{ seat_id: string; device_token: string }> {
  const device_token = makeToken('tad_', ctx.account_id);
  const token = {
    device_token_hash: hashToken(device_token),
    device_token_last4: device_token.slice(-4),
  };
  return insertSeat(ctx, input, token, { device_token });
}

/** Creates a seat without a device token. Glasses are paired with the seat later. */
export async function createSeatWithoutToken(ctx: Context, input: NewSeat): Promise<{ seat_id: string }> {
  const token = { device_token_hash: null, device_token_last4: null };
  return insertSeat(ctx, input, token, {});
}

async function insertSeat<More>(
  ctx: Context,
  { user_id = null, device_name, roles }: NewSeat,
  token: Pick<queries.SeatRow, 'device_token_hash' | 'device_token_last4'>,
  more: More,
): Promise<{ seat_id: string } & More> {
  const { db, now } = ctx;
  const seat_id = newId(now);
  const seat = { id: seat_id, user_id, device_name, roles, ...token, created_at: now };
  return transaction(db, async (tx) => {
    await writeSeat(tx, ctx, seat);
    return { seat_id, ...more };
  });
}

/** Creates a seat without glasses in the transaction that creates its user. */
export async function createSeatOfNewUser(
  tx: Transaction,
  ctx: Context,
  user_id: string,
  seat: Omit<NewSeat, 'user_id'>,
): Promise<void> {
  const token = { device_token_hash: null, device_token_last4: null };
  await writeSeat(tx, ctx, { id: newId(ctx.now), user_id, ...seat, ...token, created_at: ctx.now });
}

/** Inserts a seat with its audit entry. */
export async function writeSeat(
  tx: Transaction,
  ctx: Context,
  seat: Omit<queries.SeatRow, 'account_id'>,
): Promise<void> {
  const { id, user_id, device_name } = seat;
  await assertBelowLimit(tx, ctx, 'seats');
  await assertSeatable(tx, ctx.account_id, user_id);
  await queries.insertSeat(tx, ctx.account_id, seat);
  await recordAudit(tx, ctx, { action: 'seat.created', target_id: id, details: { device_name } });
}

export function listSeats({ db, account_id }: Context): Promise<Seat[]> {
  return queries.listSeats(db, account_id);
}

export async function listSeatPage({ db, account_id }: Context, filter: SeatFilter): Promise<SeatPage> {
  const { seats, total } = await queries.listSeatPage(db, account_id, filter);
  return { seats, total, limit: filter.limit, offset: filter.offset };
}

export async function readSeat({ db, account_id }: Context, id: string): Promise<Seat> {
  const seat = await queries.findSeat(db, account_id, id);
  if (!seat) throw notFound('Seat');
  return seat;
}

/** Reads a seat of the signed-in user. Fails with NOT_FOUND for any other seat. */
export async function readOwnSeat(ctx: Context, id: string): Promise<Seat> {
  const seat = await readSeat(ctx, id);
  assertOwnSeat(ctx, seat.user);
  return seat;
}

/** Throws NOT_FOUND unless the signed-in user is the user of the seat. */
export function assertOwnSeat({ actor }: Context, wearer: Seat['user'] | undefined): void {
  const user_id = userIdOf(actor);
  if (user_id === null || wearer?.user_id !== user_id) throw notFound('Seat');
}

/**
 * Changes a seat. The glasses remain paired when the user changes; a `user_id` of null removes the user from the seat.
 */
export async function changeSeat(ctx: Context, id: string, changes: SeatChanges): Promise<{ changed: true }> {
  const { db, account_id } = ctx;
  await transaction(db, async (tx) => {
    const seat = await lockSeat(tx, account_id, id);
    const before = { ...seat, user_id: seat.user?.user_id ?? null };
    const changed = changedMembers(before, changes);
    // Only a new user is validated: sending the current user again is accepted, even if the user is inactive.
    await assertSeatable(tx, account_id, changed.user_id ?? null);
    if (!hasNoMembers(changed)) await applySeatChanges(tx, ctx, id, changed);
  });
  return { changed: true };
}

export async function assignSeat(ctx: Context, id: string, user_id: string): Promise<void> {
  await changeSeat(ctx, id, { user_id });
}

export async function unassignSeat(ctx: Context, id: string): Promise<void> {
  await changeSeat(ctx, id, { user_id: null });
}

/** Removes a user from all their seats, in the transaction that erases the user's personal data. */
export async function unassignSeatsOfUser(tx: Transaction, ctx: Context, user_id: string): Promise<void> {
  const seats = await queries.listSeatsOfUser(tx, ctx.account_id, { user_id, limit: MOST_WORN });
  for (const { id } of seats) {
    const { user } = await lockSeat(tx, ctx.account_id, id);
    // Another admin may have assigned the seat to a different user since the list was read.
    if (user?.user_id === user_id) await applySeatChanges(tx, ctx, id, { user_id: null });
  }
}

/** Upper limit of the seats that are released; no user has as many. */
const MOST_WORN = 1_000;

const NO_DEVICE = { device_token_hash: null, device_token_last4: null, paired_at: null };

/** Revokes the device token of a seat. The next request with the token is rejected. */
export async function revokeDeviceToken(ctx: Context, id: string): Promise<{ changed: true }> {
  await transaction(ctx.db, async (tx) => {
    const { device_token_set } = await lockSeat(tx, ctx.account_id, id);
    if (!device_token_set) return;
    await queries.updateSeat(tx, ctx.account_id, id, NO_DEVICE);
    await recordAudit(tx, ctx, { action: 'seat.device_revoked', target_id: id });
  });
  return { changed: true };
}

export async function readSeatWithUser(
  { db, account_id }: Context,
  id: string,
): Promise<queries.SeatWithUser> {
  const wearer = await queries.findSeatWithUser(db, account_id, id);
  if (!wearer) throw notFound('Seat');
  return wearer;
}

/** Changes a seat that the transaction has locked. */
export async function applySeatChanges(
  tx: Transaction,
  ctx: Context,
  id: string,
  changes: SeatChanges,
): Promise<void> {
  await queries.updateSeat(tx, ctx.account_id, id, changes);
  // An open pairing code that the earlier user requested must not pair glasses with the seat of the new user.
  if (changes.user_id !== undefined) await deletePairingCodes(tx, ctx.account_id, id);
  await recordAudit(tx, ctx, { action: 'seat.changed', target_id: id, details: { ...changes } });
}

export async function lockSeat(tx: Transaction, account_id: string, id: string): Promise<Seat> {
  const seat = (await queries.lockSeat(tx, account_id, id)) && (await queries.findSeat(tx, account_id, id));
  if (!seat) throw notFound('Seat');
  return seat;
}

/** Locks the user, who must be an active user of the account. */
export async function assertSeatable(
  tx: Transaction,
  account_id: string,
  user_id: string | null,
): Promise<void> {
  if (user_id === null || (await queries.lockAssignableUser(tx, account_id, user_id))) return;
  throw badRequest('user', accessReasons.unknown_user);
}
