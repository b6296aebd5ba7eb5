import type { Transaction } from '../../lib/sql.ts';

export type StaffRow = {
  id: string;
  email: string;
  full_name: string;
  password_hash: string;
  created_at: Date;
};

// across accounts: platform staff belong to none
export async function insertStaff(tx: Transaction, row: StaffRow): Promise<void> {
  await tx`
    insert into staff ${tx(row)}`;
}
