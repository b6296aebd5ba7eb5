import { PLATFORM_ACCOUNT_ID } from '../../access/platform.ts';
import type { Language } from '../../lib/text/language.ts';
import type { Queryable, Transaction } from '../../lib/sql/sql.ts';
import type { ProfileChanges } from '../users/sql/own.ts';
import type { StaffFilter, StaffMember } from './contract.ts';

export type NewStaffRow = {
  id: string;
  email: string;
  full_name: string;
  password_hash: string;
  created_at: Date;
};

// across accounts: platform staff belong to no account
export async function insertStaffRow(tx: Transaction, row: NewStaffRow): Promise<void> {
  await tx`
    insert into staff ${tx(row)}`;
}

/** Sets the password and ends an open invitation. Returns false if the staff member was deactivated in the meantime. */
// across accounts: platform staff belong to no account
export async function setStaffPassword(tx: Transaction, id: string, password_hash: string): Promise<boolean> {
  const set = await tx`
    update staff as person
    set password_hash = ${password_hash},
        invitation_hash = null,
        invited_until = null
    where person.id = ${id}
      and person.status = 'active'
    returning person.id`;
  return set.length === 1;
}

/**
 * Changes the given fields of the profile and returns the new profile. Returns undefined if the staff member was
 * deactivated in the meantime.
 */
// across accounts: platform staff belong to no account
export async function setStaffProfile(
  tx: Transaction,
  id: string,
  { full_name, locale }: ProfileChanges,
): Promise<Required<ProfileChanges> | undefined> {
  const [profile] = await tx<Required<ProfileChanges>[]>`
    update staff
    set full_name = coalesce(${full_name ?? null}, full_name),
        locale = ${locale === undefined ? tx`locale` : tx`${locale}`}
    where id = ${id}
      and status = 'active'
    returning full_name, locale`;
  return profile;
}

// across accounts: platform staff belong to no account
export async function setStaffLanguage(db: Queryable, id: string, language: Language): Promise<void> {
  await db`
    update staff
    set language = ${language}
    where id = ${id}
      and language is distinct from ${language}`;
}

/** Returns false if the staff member was deactivated in the meantime. */
// across accounts: platform staff belong to no account
export async function setStaffEmail(tx: Transaction, id: string, email: string): Promise<boolean> {
  const set = await tx`
    update staff
    set email = ${email}
    where id = ${id}
      and status = 'active'
    returning id`;
  return set.length === 1;
}

export type StaffStatus = 'active' | 'inactive';

/** Sets the status and deletes an open invitation link. The link does not work again after a reactivation. */
// across accounts: platform staff belong to no account
export async function setStaffStatus(tx: Transaction, id: string, status: StaffStatus): Promise<void> {
  await tx`
    update staff
    set status = ${status},
        invitation_hash = null
    where id = ${id}`;
}

export type StaffRowForUpdate = {
  id: string;
  email: string;
  full_name: string;
  status: StaffStatus;
  is_invited: boolean;
};

/** Locks members of staff in the order of their ids, so that concurrent requests cannot deadlock. */
// across accounts: platform staff belong to no account
export async function lockStaff(tx: Transaction, ids: readonly string[]): Promise<StaffRowForUpdate[]> {
  return tx<StaffRowForUpdate[]>`
    select
      person.id,
      person.email,
      person.full_name,
      person.status,
      person.invited_until is not null as is_invited
    from staff as person
    where person.id = any (${[...ids]}::uuid[])
    order by person.id
    for update of person`;
}

// across accounts: platform staff belong to no account
export async function findStaffMember(
  db: Queryable,
  id: string,
): Promise<{ id: string; full_name: string } | undefined> {
  const [person] = await db<{ id: string; full_name: string }[]>`
    select person.id, person.full_name
    from staff as person
    where person.id = ${id}`;
  return person;
}

/** Lists members of staff, newest first. */
// across accounts: platform staff belong to no account
export async function listStaff(
  db: Queryable,
  { limit, offset, now }: StaffFilter & { now: Date },
): Promise<StaffMember[]> {
  return db<StaffMember[]>`
    select
      person.id,
      person.email,
      person.full_name,
      case
        when person.status = 'inactive' then 'inactive'
        when person.invited_until is not null then 'invited'
        else 'active'
      end as standing,
      case
        when person.invitation_hash is not null and person.invited_until > ${now} then person.invited_until
      end as invited_until,
      (
        select max(visit.last_seen_at)
        from browser_sessions as visit
        where visit.account_id = ${PLATFORM_ACCOUNT_ID}
          and visit.user_id = person.id
      ) as last_seen_at,
      person.created_at
    from staff as person
    order by person.created_at desc, person.id desc
    limit ${limit}
    offset ${offset}`;
}

// across accounts: platform staff belong to no account
export async function countStaff(db: Queryable): Promise<number> {
  const [counted] = await db<[{ total: number }]>`
    select count(*)::int as total
    from staff`;
  return counted.total;
}

/** Replaces the invitation link, so that only the newest link works. */
// across accounts: platform staff belong to no account
export async function setStaffInvitation(
  tx: Transaction,
  id: string,
  { token_hash, expires_at }: { token_hash: Buffer; expires_at: Date },
): Promise<void> {
  await tx`
    update staff
    set invitation_hash = ${token_hash},
        invited_until = ${expires_at}
    where id = ${id}`;
}

// across accounts: platform staff belong to no account
export async function findInvitedStaff(
  db: Queryable,
  token_hash: Buffer,
  now: Date,
): Promise<{ id: string; email: string; full_name: string } | undefined> {
  const [person] = await db<{ id: string; email: string; full_name: string }[]>`
    select person.id, person.email, person.full_name
    from staff as person
    where person.invitation_hash = ${token_hash}
      and person.invited_until > ${now}`;
  return person;
}

/**
 * Sets the password of an invited member. Returns false if the link was used, replaced or revoked since it was read.
 */
// across accounts: platform staff belong to no account
export async function useStaffInvitation(
  tx: Transaction,
  token_hash: Buffer,
  password_hash: string,
): Promise<boolean> {
  const used = await tx`
    update staff
    set password_hash = ${password_hash},
        invitation_hash = null,
        invited_until = null
    where invitation_hash = ${token_hash}
    returning id`;
  return used.length === 1;
}
