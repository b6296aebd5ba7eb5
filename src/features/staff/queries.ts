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

/** False when the staff member was deactivated in the meantime. */
// across accounts: platform staff belong to none
export async function setPassword(tx: Transaction, id: string, password_hash: string): Promise<boolean> {
  const set = await tx`
    update staff as person
    set password_hash = ${password_hash}
    where person.id = ${id}
      and person.status = 'active'
    returning person.id`;
  return set.length === 1;
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
