import type { Context } from '../../access/context.ts';
import { badRequest } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { transaction } from '../../lib/sql.ts';
import { hashToken, makeToken } from '../../lib/tokens.ts';
import * as queries from './queries.ts';
import type { SeatRole } from './rules.ts';

export type NewSeat = { user_id: string; device_name: string; roles: SeatRole[] };

/** The device token is in this answer and nowhere else. */
export async function createSeat(
  { db, account_id, now }: Context,
  { user_id, device_name, roles }: NewSeat,
): Promise<{ seat_id: string; device_token: string }> {
  const seat_id = newId(now);
  const device_token = makeToken('tad_', account_id);
  await transaction(db, async (tx) => {
    if (!(await queries.isSeatable(tx, account_id, user_id)))
      throw badRequest('user: not an active user of this account');
    await queries.insertSeat(tx, account_id, {
      id: seat_id,
      user_id,
      device_name,
      roles,
      device_token_hash: hashToken(device_token),
      device_token_last4: device_token.slice(-4),
      created_at: now,
    });
  });
  return { seat_id, device_token };
}
