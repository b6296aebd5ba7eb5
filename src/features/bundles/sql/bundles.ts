import { PLATFORM } from '../../../access/platform.ts';
import type { Queryable, Transaction } from '../../../lib/sql/sql.ts';
import type { NamedItem } from '../contract.ts';

export type BundleRow = {
  id: string;
  name: string;
  description: string;
  created_at: Date;
  updated_at: Date;
};

// across accounts: bundles belong to the platform
export async function insertBundle(tx: Transaction, row: BundleRow): Promise<void> {
  await tx`
    insert into bundles ${tx({ account_id: PLATFORM, ...row })}`;
}

/** Locked, so that two changes of its contents do not mix. */
// across accounts: bundles belong to the platform
export async function updateBundle(
  tx: Transaction,
  id: string,
  update: Partial<Omit<BundleRow, 'id' | 'created_at'>>,
): Promise<boolean> {
  const updated = await tx`
    update bundles
    set ${tx(update)}
    where account_id = ${PLATFORM}
      and id = ${id}
    returning id`;
  return updated.length === 1;
}

// across accounts: bundles belong to the platform
export async function hasBundle(db: Queryable, id: string): Promise<boolean> {
  const found = await db`
    select 1
    from bundles as bundle
    where bundle.account_id = ${PLATFORM}
      and bundle.id = ${id}`;
  return found.length === 1;
}

/** Locks a bundle and returns its name. */
// across accounts: bundles belong to the platform
export async function lockBundle(tx: Transaction, id: string): Promise<string | undefined> {
  const [bundle] = await tx<{ name: string }[]>`
    select bundle.name
    from bundles as bundle
    where bundle.account_id = ${PLATFORM}
      and bundle.id = ${id}
    for update`;
  return bundle?.name;
}

// across accounts: a bundle may be given to any account
export async function isAllocated(tx: Transaction, id: string): Promise<boolean> {
  const [allocations, seats] = await Promise.all([
    tx`select 1 from bundle_allocations as given where given.bundle_id = ${id} limit 1`,
    tx`select 1 from bundle_seats as given where given.bundle_id = ${id} limit 1`,
  ]);
  return allocations.length + seats.length > 0;
}

// across accounts: a bundle may hold procedures of any account
export async function deleteBundle(tx: Transaction, id: string): Promise<void> {
  await Promise.all([
    tx`
      delete from bundles
      where account_id = ${PLATFORM}
        and id = ${id}`,
    tx`
      delete from bundle_procedures
      where bundle_id = ${id}`,
  ]);
}

/** The platform's contents that a bundle may hold, with their tables. */
const OWN_CONTENTS = {
  skills: { held_in: 'bundle_skills', lies_in: 'skills', column: 'skill_id' },
  collections: { held_in: 'bundle_collections', lies_in: 'knowledge_collections', column: 'collection_id' },
};

// across accounts: the contents of a bundle are the platform's
export async function replaceContents(
  tx: Transaction,
  bundle_id: string,
  kind: keyof typeof OWN_CONTENTS,
  ids: readonly string[],
): Promise<number> {
  const { held_in, lies_in, column } = OWN_CONTENTS[kind];
  await tx`
    delete from ${tx.unsafe(held_in)}
    where account_id = ${PLATFORM}
      and bundle_id = ${bundle_id}`;
  const inserted = await tx`
    insert into ${tx.unsafe(held_in)} (account_id, bundle_id, ${tx.unsafe(column)})
    select content.account_id, ${bundle_id}, content.id
    from ${tx.unsafe(lies_in)} as content
    where content.account_id = ${PLATFORM}
      and content.id = any (${[...ids]})`;
  return inserted.count;
}

// across accounts: a bundle may hold procedures of any account
export async function replaceProcedures(
  tx: Transaction,
  bundle_id: string,
  ids: readonly string[],
): Promise<number> {
  await tx`
    delete from bundle_procedures
    where bundle_id = ${bundle_id}`;
  const inserted = await tx`
    insert into bundle_procedures (account_id, procedure_id, bundle_id)
    select procedure.account_id, procedure.id, ${bundle_id}
    from procedures as procedure
    where procedure.id = any (${[...ids]})
      and procedure.status = 'approved'`;
  return inserted.count;
}

export async function allocate(
  tx: Transaction,
  account_id: string,
  bundle_id: string,
  now: Date,
): Promise<number> {
  const added = await tx`
    insert into bundle_allocations ${tx({ account_id, bundle_id, allocated_at: now })}
    on conflict (account_id, bundle_id) do nothing`;
  return added.count;
}

export type SeatsOfBundle = { bundle_id: string; seat_ids: readonly string[] };

/** How many of the seats are the account's, and how many of them did not have the bundle. */
export async function allocateSeats(
  tx: Transaction,
  account_id: string,
  { bundle_id, seat_ids }: SeatsOfBundle,
  now: Date,
): Promise<{ found: number; added: number }> {
  const seats = await tx<{ seat_id: string }[]>`
    select seat.id as seat_id
    from seats as seat
    where seat.account_id = ${account_id}
      and seat.id = any (${[...seat_ids]})`;
  if (seats.length === 0) return { found: 0, added: 0 };
  const added = await tx`
    insert into bundle_seats ${tx(seats.map(({ seat_id }) => ({ account_id, bundle_id, seat_id, allocated_at: now })))}
    on conflict (account_id, bundle_id, seat_id) do nothing`;
  return { found: seats.length, added: added.count };
}

/** Withdraws it from the account and all its seats, and counts both. */
export async function withdraw(tx: Transaction, account_id: string, bundle_id: string): Promise<number> {
  const whole = await tx`
    delete from bundle_allocations
    where account_id = ${account_id}
      and bundle_id = ${bundle_id}`;
  const seats = await tx`
    delete from bundle_seats
    where account_id = ${account_id}
      and bundle_id = ${bundle_id}`;
  return whole.count + seats.count;
}

export async function withdrawSeats(
  tx: Transaction,
  account_id: string,
  bundle_id: string,
  seat_ids: readonly string[],
): Promise<number> {
  const removed = await tx`
    delete from bundle_seats
    where account_id = ${account_id}
      and bundle_id = ${bundle_id}
      and seat_id = any (${[...seat_ids]})`;
  return removed.count;
}

export type AllocatedBundle = NamedItem & { seat_ids: string[] | null; allocated_at: string };

/** The bundles of an account; without seats one is for all of them. */
export async function listAllocations(db: Queryable, account_id: string): Promise<AllocatedBundle[]> {
  return db<AllocatedBundle[]>`
    select bundle.id, bundle.name, given.seat_ids, given.allocated_at
    from (
      select allocation.bundle_id, null as seat_ids, allocation.allocated_at
      from bundle_allocations as allocation
      where allocation.account_id = ${account_id}
      union all
      select seat.bundle_id, array_agg(seat.seat_id), min(seat.allocated_at)
      from bundle_seats as seat
      where seat.account_id = ${account_id}
      group by seat.bundle_id
    ) as given
    join bundles as bundle
      on bundle.account_id = ${PLATFORM}
      and bundle.id = given.bundle_id
    order by bundle.name, given.allocated_at`;
}

/** The bundle of a seat: its own newest before the account's newest. */
export async function findBundleOfSeat(
  db: Queryable,
  account_id: string,
  seat_id: string,
): Promise<NamedItem | undefined> {
  const [bundle] = await db<NamedItem[]>`
    select bundle.id, bundle.name
    from (
      select seat.bundle_id, seat.allocated_at, 0 as place
      from bundle_seats as seat
      where seat.account_id = ${account_id}
        and seat.seat_id = ${seat_id}
      union all
      select allocation.bundle_id, allocation.allocated_at, 1
      from bundle_allocations as allocation
      where allocation.account_id = ${account_id}
    ) as given
    join bundles as bundle
      on bundle.account_id = ${PLATFORM}
      and bundle.id = given.bundle_id
    order by given.place, given.allocated_at desc, bundle.id
    limit 1`;
  return bundle;
}
