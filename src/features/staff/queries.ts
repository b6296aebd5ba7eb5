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

export type StaffStatus = 'active' | 'inactive';

// across accounts: platform staff belong to none
export async function setStaffStatus(
  tx: Transaction,
  id: string,
  status: StaffStatus,
): Promise<StaffStatus | undefined> {
  const [colleague] = await tx<{ status: StaffStatus }[]>`
    update staff
    set status = ${status}
    where id = ${id}
    returning status`;
  return colleague?.status;
}
