import { newId } from '../../src/lib/ids.ts';
import type { World } from './world.ts';

type SeatRow = { device_name: string; user_id?: string; device_serial?: string; last_seen_at?: Date };

/** Inserts seats without glasses in one statement, each newer than the one before, and returns their ids. */
export async function insertSeats(
  { db, clock }: World,
  account_id: string,
  seats: readonly SeatRow[],
): Promise<string[]> {
  const rows = seats.map(({ device_name, user_id, device_serial, last_seen_at }, at) => {
    const created_at = new Date(clock.now().getTime() + at);
    return {
      account_id,
      id: newId(created_at),
      device_name,
      user_id: user_id ?? null,
      device_serial: device_serial ?? null,
      last_seen_at: last_seen_at ?? null,
      roles: ['trainer'],
      created_at,
    };
  });
  await db`insert into seats ${db(rows)}`;
  return rows.map(({ id }) => id);
}
