import { PLATFORM_ACCOUNT_ID } from '../../../access/platform.ts';
import type { UserSignIn, StaffSignIn } from '../../../access/signIn.ts';
import { NIL_ID } from '../../../lib/ids.ts';
import type { Queryable, Transaction } from '../../../lib/sql/sql.ts';

export type UserForSignIn = {
  account_id: string;
  user_id: string;
  email: string;
  full_name: string;
  password_hash: string | null;
};

/** Finds the user of an address. Unknown addresses run the same statements, so that the time reveals nothing. */
// across accounts: the address identifies the account, if there is one
export async function findUserForSignIn(db: Queryable, email: string): Promise<UserForSignIn | undefined> {
  const owner = (await findOwner(db, email)) ?? { account_id: PLATFORM_ACCOUNT_ID, user_id: NIL_ID };
  const [person] = await (owner.account_id === PLATFORM_ACCOUNT_ID
    ? findSigningStaff(db, owner.user_id)
    : findSigningMember(db, owner.account_id, owner.user_id));
  return person;
}

// across accounts: the address identifies the account, if there is one
async function findOwner(
  db: Queryable,
  email: string,
): Promise<{ account_id: string; user_id: string } | undefined> {
  const [owner] = await db<{ account_id: string; user_id: string }[]>`
    select coalesce(address.account_id, ${PLATFORM_ACCOUNT_ID}) as account_id, address.user_id
    from email_addresses as address
    where address.email = ${email}`;
  return owner;
}

function findSigningMember(db: Queryable, account_id: string, user_id: string): Promise<UserForSignIn[]> {
  return db<UserForSignIn[]>`
    select
      member.account_id,
      member.id as user_id,
      member.email,
      member.full_name,
      member.password_hash
    from users as member
    join accounts as account
      on account.id = ${account_id}
      and account.state = 'active'
    where member.account_id = ${account_id}
      and member.id = ${user_id}
      and member.status = 'active'`;
}

function findSigningStaff(db: Queryable, user_id: string): Promise<UserForSignIn[]> {
  return db<UserForSignIn[]>`
    select
      ${PLATFORM_ACCOUNT_ID} as account_id,
      colleague.id as user_id,
      colleague.email,
      colleague.full_name,
      colleague.password_hash
    from staff as colleague
    where colleague.id = ${user_id}
      and colleague.status = 'active'`;
}

export type SignInRow = {
  id: string;
  user_id: string;
  token_hash: Buffer;
  awaits_code: boolean;
  address: string;
  browser: string;
  created_at: Date;
  last_seen_at: Date;
};

export async function insertSignIn(tx: Transaction, account_id: string, sign_in: SignInRow): Promise<void> {
  await tx`
    insert into browser_sessions ${tx({ account_id, ...sign_in })}`;
}

/** True if the sign-in exists, even if it has ended. */
export async function hasSignIn(db: Queryable, account_id: string, id: string): Promise<boolean> {
  const found = await db`
    select 1
    from browser_sessions as session
    where session.account_id = ${account_id}
      and session.id = ${id}`;
  return found.length === 1;
}

export type SignInTimeLimits = { born_after: Date; seen_after: Date };
/** A sign-in that has neither ended nor expired. While `awaits_code` is true, the user is not signed in yet. */
export type LiveSignIn<S> = S & { awaits_code: boolean; last_seen_at: string };

/**
 * Finds a sign-in by its token. The query also checks that the user and the account are active, so a deactivation
 * applies from the next request.
 */
export async function findLiveSignIn(
  db: Queryable,
  account_id: string,
  token_hash: Buffer,
  { born_after, seen_after }: SignInTimeLimits,
): Promise<LiveSignIn<UserSignIn> | undefined> {
  const [sign_in] = await db<LiveSignIn<UserSignIn>[]>`
    select
      session.id,
      session.account_id,
      account.name as account_name,
      account.time_zone,
      session.user_id,
      person.email,
      person.full_name,
      person.locale,
      case when person.is_admin then 'admin' else 'member' end as role,
      session.awaits_code,
      session.last_seen_at
    from browser_sessions as session
    join users as person
      on person.account_id = ${account_id}
      and person.id = session.user_id
      and person.status = 'active'
    join accounts as account
      on account.id = session.account_id
      and account.state = 'active'
    where session.account_id = ${account_id}
      and session.token_hash = ${token_hash}
      and session.created_at > ${born_after}
      and session.last_seen_at > ${seen_after}
      and session.ended_at is null`;
  return sign_in;
}

// across accounts: platform staff belong to no account
export async function findLiveStaffSignIn(
  db: Queryable,
  token_hash: Buffer,
  { born_after, seen_after }: SignInTimeLimits,
): Promise<LiveSignIn<StaffSignIn> | undefined> {
  const [sign_in] = await db<LiveSignIn<StaffSignIn>[]>`
    select
      session.id,
      session.user_id,
      colleague.email,
      colleague.full_name,
      colleague.locale,
      'staff' as role,
      session.awaits_code,
      session.last_seen_at
    from browser_sessions as session
    join staff as colleague
      on colleague.id = session.user_id
      and colleague.status = 'active'
    where session.account_id = ${PLATFORM_ACCOUNT_ID}
      and session.token_hash = ${token_hash}
      and session.created_at > ${born_after}
      and session.last_seen_at > ${seen_after}
      and session.ended_at is null`;
  return sign_in;
}

export async function markSignInSeen(
  db: Queryable,
  account_id: string,
  id: string,
  now: Date,
): Promise<void> {
  await db`
    update browser_sessions
    set last_seen_at = ${now}
    where account_id = ${account_id}
      and id = ${id}
      and last_seen_at < ${now}`;
}

export type OwnSignIn = {
  id: string;
  address: string;
  browser: string;
  created_at: string;
  last_seen_at: string;
};

export async function listOwnSignIns(
  db: Queryable,
  account_id: string,
  user_id: string,
  { born_after, seen_after }: SignInTimeLimits,
): Promise<OwnSignIn[]> {
  return db<OwnSignIn[]>`
    select session.id, session.address, session.browser, session.created_at, session.last_seen_at
    from browser_sessions as session
    where session.account_id = ${account_id}
      and session.user_id = ${user_id}
      and session.created_at > ${born_after}
      and session.last_seen_at > ${seen_after}
      and session.ended_at is null
      and not session.awaits_code
    order by session.last_seen_at desc, session.id desc`;
}

/** Ends one sign-in of a user, all of them, or all but one; returns the number of ended sign-ins. */
export async function endSignIns(
  db: Queryable,
  account_id: string,
  user_id: string,
  which: { id?: string; except?: string; now: Date },
): Promise<number> {
  const ended = await db`
    update browser_sessions
    set ended_at = ${which.now}
    where account_id = ${account_id}
      and user_id = ${user_id}
      and ended_at is null
      ${which.id === undefined ? db`` : db`and id = ${which.id}`}
      ${which.except === undefined ? db`` : db`and id <> ${which.except}`}`;
  return ended.count;
}

/** Returns false if the sign-in has ended. */
export async function lockSignIn(tx: Transaction, account_id: string, id: string): Promise<boolean> {
  const held = await tx`
    select 1
    from browser_sessions as session
    where session.account_id = ${account_id}
      and session.id = ${id}
      and session.ended_at is null
    for no key update`;
  return held.length === 1;
}

export async function listIpAddressesOfUser(
  db: Queryable,
  account_id: string,
  user_id: string,
): Promise<string[]> {
  const sign_ins = await db<{ address: string }[]>`
    select distinct session.address
    from browser_sessions as session
    where session.account_id = ${account_id}
      and session.user_id = ${user_id}
      and not session.awaits_code`;
  return sign_ins.map(({ address }) => address);
}

// across accounts: cleanup applies to the whole installation
export async function deleteOldSignIns(
  db: Queryable,
  limits: { sign_ins_before: Date; links_before: Date },
): Promise<void> {
  await db`delete from browser_sessions where last_seen_at < ${limits.sign_ins_before}`;
  await db`delete from password_resets where created_at < ${limits.links_before}`;
  await db`delete from email_changes where created_at < ${limits.links_before}`;
}
