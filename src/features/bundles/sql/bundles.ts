import { PLATFORM_ACCOUNT_ID } from '../../../access/platform.ts';
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
    insert into bundles ${tx({ account_id: PLATFORM_ACCOUNT_ID, ...row })}`;
}

/**
 * The update locks the row until the transaction ends, so that concurrent changes of the bundle's contents run one
 * after the other.
 */
// across accounts: bundles belong to the platform
export async function updateBundle(
  tx: Transaction,
  id: string,
  update: Partial<Omit<BundleRow, 'id' | 'created_at'>>,
): Promise<boolean> {
  const updated = await tx`
    update bundles
    set ${tx(update)}
    where account_id = ${PLATFORM_ACCOUNT_ID}
      and id = ${id}
    returning id`;
  return updated.length === 1;
}

// across accounts: bundles belong to the platform
export async function hasBundle(db: Queryable, id: string): Promise<boolean> {
  const found = await db`
    select 1
    from bundles as bundle
    where bundle.account_id = ${PLATFORM_ACCOUNT_ID}
      and bundle.id = ${id}`;
  return found.length === 1;
}

// across accounts: bundles belong to the platform
export async function lockBundle(tx: Transaction, id: string): Promise<{ name: string } | undefined> {
  const [bundle] = await tx<{ name: string }[]>`
    select bundle.name
    from bundles as bundle
    where bundle.account_id = ${PLATFORM_ACCOUNT_ID}
      and bundle.id = ${id}
    for update`;
  return bundle;
}

// across accounts: a bundle can be allocated to any account
export async function isBundleAllocated(tx: Transaction, id: string): Promise<boolean> {
  const [allocations, seats] = await Promise.all([
    tx`select 1 from bundle_allocations as given where given.bundle_id = ${id} limit 1`,
    tx`select 1 from bundle_seats as given where given.bundle_id = ${id} limit 1`,
  ]);
  return allocations.length + seats.length > 0;
}

// across accounts: a bundle may contain procedures of any account
export async function deleteBundle(tx: Transaction, id: string): Promise<void> {
  await Promise.all([
    tx`
      delete from bundles
      where account_id = ${PLATFORM_ACCOUNT_ID}
        and id = ${id}`,
    tx`
      delete from bundle_procedures
      where bundle_id = ${id}`,
  ]);
}

/** For each kind of the platform's content: the table that links it to bundles, its own table, and its id column. */
const OWN_CONTENTS = {
  skills: { held_in: 'bundle_skills', lies_in: 'skills', column: 'skill_id' },
  collections: { held_in: 'bundle_collections', lies_in: 'knowledge_collections', column: 'collection_id' },
};

// across accounts: the contents of a bundle belong to the platform
export async function replaceBundleContents(
  tx: Transaction,
  bundle_id: string,
  kind: keyof typeof OWN_CONTENTS,
  ids: readonly string[],
): Promise<number> {
  const { held_in, lies_in, column } = OWN_CONTENTS[kind];
  await tx`
    delete from ${tx.unsafe(held_in)}
    where account_id = ${PLATFORM_ACCOUNT_ID}
      and bundle_id = ${bundle_id}`;
  const inserted = await tx`
    insert into ${tx.unsafe(held_in)} (account_id, bundle_id, ${tx.unsafe(column)})
    select content.account_id, ${bundle_id}, content.id
    from ${tx.unsafe(lies_in)} as content
    where content.account_id = ${PLATFORM_ACCOUNT_ID}
      and content.id = any (${[...ids]})`;
  return inserted.count;
}

// across accounts: a bundle may contain procedures of any account
export async function replaceBundleProcedures(
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

export async function allocateBundleToAccount(
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

export type BundleForSeats = { bundle_id: string; seat_ids: readonly string[] };

/** Returns the number of seats of the account, and the number of seats that did not have the bundle before. */
export async function allocateBundleToSeats(
  tx: Transaction,
  account_id: string,
  { bundle_id, seat_ids }: BundleForSeats,
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

/** Withdraws a bundle from the account and all its seats; returns the number of deleted rows. */
export async function withdrawBundleFromAccount(
  tx: Transaction,
  account_id: string,
  bundle_id: string,
): Promise<number> {
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

export async function withdrawBundleFromSeats(
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

/** Lists the bundles of an account. `seat_ids` is null if the bundle is allocated to the whole account. */
export async function listBundlesOfAccountAndSeats(
  db: Queryable,
  account_id: string,
): Promise<AllocatedBundle[]> {
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
      on bundle.account_id = ${PLATFORM_ACCOUNT_ID}
      and bundle.id = given.bundle_id
    order by bundle.name, given.allocated_at`;
}

/**
 * Finds the bundle that applies to a seat: the newest that is allocated to the seat, otherwise the newest that is
 * allocated to the account.
 */
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
      on bundle.account_id = ${PLATFORM_ACCOUNT_ID}
      and bundle.id = given.bundle_id
    order by given.place, given.allocated_at desc, bundle.id
    limit 1`;
  return bundle;
}
