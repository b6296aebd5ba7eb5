import type { Context } from '../../access/context.ts';
import { badRequest, notFound } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { transaction, type Transaction } from '../../lib/sql.ts';
import { hashToken, makeToken } from '../../lib/tokens.ts';
import type { NewSeat, Seat, SeatChanges } from './contract.ts';
import * as queries from './queries.ts';

/** The device token is in this answer and nowhere else. */
export async function createSeat(
  { db, account_id, now }: Context,
  { user_id = null, device_name, roles }: NewSeat,
): Promise<{ seat_id: string; device_token: string }> {
  const seat_id = newId(now);
  const device_token = makeToken('tad_', account_id);
  const device_token_hash = hashToken(device_token);
  const made = { seat_id, device_token };
  return transaction(
    db,
    async (tx) => {
      await assertSeatable(tx, account_id, user_id);
      await queries.insertSeat(tx, account_id, {
        id: seat_id,
        user_id,
        device_name,
        roles,
        device_token_hash,
        device_token_last4: device_token.slice(-4),
        created_at: now,
      });
      return made;
    },
    {
      landed: async (tx) =>
        (await queries.hasDeviceToken(tx, account_id, seat_id, device_token_hash)) ? made : undefined,
    },
  );
}

export function listSeats({ db, account_id }: Context): Promise<Seat[]> {
  return queries.listSeats(db, account_id);
}

/** The glasses stay paired: whoever has the seat now wears them. Null as the user releases the seat. */
export async function changeSeat(
  { db, account_id }: Context,
  id: string,
  changes: SeatChanges,
): Promise<{ changed: true }> {
  await transaction(db, async (tx) => {
    await assertSeatable(tx, account_id, changes.user_id ?? null);
    if (Object.keys(changes).length > 0) await change(tx, account_id, id, changes);
  });
  return { changed: true };
}

export async function assignSeat(ctx: Context, id: string, user_id: string): Promise<void> {
  await changeSeat(ctx, id, { user_id });
}

export async function releaseSeat(ctx: Context, id: string): Promise<void> {
  await changeSeat(ctx, id, { user_id: null });
}

/** The glasses are refused from their next request on. */
export async function revokeDeviceToken({ db, account_id }: Context, id: string): Promise<{ changed: true }> {
  await change(db, account_id, id, { device_token_hash: null, device_token_last4: null, paired_at: null });
  return { changed: true };
}

/** Whose glasses these are. */
export async function readWearer({ db, account_id }: Context, id: string): Promise<queries.Wearer> {
  const wearer = await queries.findWearer(db, account_id, id);
  if (!wearer) throw notFound('Seat');
  return wearer;
}

async function change(
  db: Parameters<typeof queries.updateSeat>[0],
  account_id: string,
  id: string,
  update: Parameters<typeof queries.updateSeat>[3],
): Promise<void> {
  if (!(await queries.updateSeat(db, account_id, id, update))) throw notFound('Seat');
}

async function assertSeatable(tx: Transaction, account_id: string, user_id: string | null): Promise<void> {
  if (user_id === null || (await queries.isSeatable(tx, account_id, user_id))) return;
  throw badRequest('user: not an active user of this account');
}
