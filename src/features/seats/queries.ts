import type { Transaction } from '../../lib/sql.ts';
import type { SeatRole } from './rules.ts';

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

export async function insertSeat(
  tx: Transaction,
  account_id: string,
  seat: Omit<SeatRow, 'account_id'>,
): Promise<void> {
  await tx`
    insert into seats ${tx({ account_id, ...seat })}`;
}

/** Whether the person may have a seat: of this account, and active. */
export async function isSeatable(tx: Transaction, account_id: string, user_id: string): Promise<boolean> {
  const found = await tx`
    select 1
    from users as person
    where person.account_id = ${account_id}
      and person.id = ${user_id}
      and person.status = 'active'
    for share of person`;
  return found.length === 1;
}
