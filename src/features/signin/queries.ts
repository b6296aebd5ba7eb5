import type { Session } from '../../access/visit.ts';
import type { Queryable, Transaction } from '../../lib/sql.ts';

export type Person = {
  account_id: string;
  user_id: string;
  email: string;
  full_name: string;
  password_hash: string | null;
  has_second_factor: boolean;
};

// across accounts: the address is what tells us the account
export async function findPerson(db: Queryable, email: string): Promise<Person | undefined> {
  const [person] = await db<Person[]>`
    select
      person.account_id,
      person.id as user_id,
      person.email,
      person.full_name,
      person.password_hash,
      factor.confirmed_at is not null as has_second_factor
    from email_addresses as address
    join users as person
      on person.account_id = address.account_id
      and person.id = address.user_id
      and person.status = 'active'
    join accounts as account
      on account.id = person.account_id
      and account.state = 'active'
    left join second_factors as factor
      on factor.account_id = person.account_id
      and factor.user_id = person.id
    where address.email = ${email}`;
  return person;
}

export type SessionRow = {
  id: string;
  user_id: string;
  token_hash: Buffer;
  awaits_code: boolean;
  address: string;
  browser: string;
  created_at: Date;
  last_seen_at: Date;
};

export async function insertSession(tx: Transaction, account_id: string, session: SessionRow): Promise<void> {
  await tx`
    insert into browser_sessions ${tx({ account_id, ...session })}`;
}

export type Lifetimes = { born_after: Date; seen_after: Date };
export type LiveSession = Session & { awaits_code: boolean; last_seen_at: string };

/** A session that counts now: its person and its account are looked at with every request. */
export async function findLiveSession(
  db: Queryable,
  account_id: string,
  token_hash: Buffer,
  { born_after, seen_after }: Lifetimes,
): Promise<LiveSession | undefined> {
  const [session] = await db<LiveSession[]>`
    select
      session.id,
      session.account_id,
      account.name as account_name,
      session.user_id,
      person.email,
      person.full_name,
      person.is_admin,
      session.awaits_code,
      session.last_seen_at
    from browser_sessions as session
    join users as person
      on person.account_id = session.account_id
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
  return session;
}

export async function markSessionSeen(
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

export type OwnSession = {
  id: string;
  address: string;
  browser: string;
  created_at: string;
  last_seen_at: string;
};

export async function listOwnSessions(
  db: Queryable,
  account_id: string,
  user_id: string,
  { born_after, seen_after }: Lifetimes,
): Promise<OwnSession[]> {
  return db<OwnSession[]>`
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

/** Ends one of a person's own sessions, or all of them; says how many ended. */
export async function endSessions(
  db: Queryable,
  account_id: string,
  user_id: string,
  which: { id?: string; now: Date },
): Promise<number> {
  const ended = await db`
    update browser_sessions
    set ended_at = ${which.now}
    where account_id = ${account_id}
      and user_id = ${user_id}
      and ended_at is null
      ${which.id === undefined ? db`` : db`and id = ${which.id}`}`;
  return ended.count;
}

export type FailureCount = { subject: Buffer; failures: number };

// across accounts: nobody knows yet whose attempt it is
export async function listFailures(
  db: Queryable,
  subjects: readonly Buffer[],
  window_start: Date,
): Promise<FailureCount[]> {
  return db<FailureCount[]>`
    select counted.subject, counted.failures
    from sign_in_failures as counted
    where counted.subject in ${db(subjects)}
      and counted.since >= ${window_start}`;
}

// across accounts: nobody knows whose attempt it was
export async function countFailure(
  db: Queryable,
  subject: Buffer,
  now: Date,
  window_start: Date,
): Promise<number> {
  const [counted] = await db<[{ failures: number }]>`
    insert into sign_in_failures as earlier (subject, failures, since)
    values (${subject}, 1, ${now})
    on conflict (subject) do update
      set failures = case when earlier.since < ${window_start} then 1 else earlier.failures + 1 end,
          since = case when earlier.since < ${window_start} then ${now} else earlier.since end
    returning failures`;
  return counted.failures;
}

// across accounts: the counts belong to addresses, not to accounts
export async function forgetFailures(db: Queryable, subjects: readonly Buffer[]): Promise<void> {
  await db`
    delete from sign_in_failures
    where subject in ${db(subjects)}`;
}

/** Whether the person signed in from this address before: a flood from elsewhere must not shut them out. */
export async function isKnownAddress(
  db: Queryable,
  account_id: string,
  user_id: string,
  address: string,
): Promise<boolean> {
  const found = await db`
    select 1
    from browser_sessions as session
    where session.account_id = ${account_id}
      and session.user_id = ${user_id}
      and session.address = ${address}
      and not session.awaits_code
    limit 1`;
  return found.length === 1;
}

export async function setPassword(
  tx: Transaction,
  account_id: string,
  user_id: string,
  password_hash: string,
): Promise<void> {
  await tx`
    update users
    set password_hash = ${password_hash}
    where account_id = ${account_id}
      and id = ${user_id}`;
}

export type PasswordReset = { id: string; user_id: string; token_hash: Buffer; created_at: Date };

export async function insertReset(tx: Transaction, account_id: string, reset: PasswordReset): Promise<void> {
  await tx`
    insert into password_resets ${tx({ account_id, ...reset })}`;
}

export async function findReset(
  db: Queryable,
  account_id: string,
  token_hash: Buffer,
  made_after: Date,
): Promise<{ user_id: string } | undefined> {
  const [reset] = await db<{ user_id: string }[]>`
    select reset.user_id
    from password_resets as reset
    join users as person
      on person.account_id = reset.account_id
      and person.id = reset.user_id
      and person.status = 'active'
    where reset.account_id = ${account_id}
      and reset.token_hash = ${token_hash}
      and reset.created_at > ${made_after}
      and reset.used_at is null`;
  return reset;
}

/** False when somebody else used it in the meantime. */
export async function useReset(
  tx: Transaction,
  account_id: string,
  token_hash: Buffer,
  now: Date,
): Promise<boolean> {
  const used = await tx`
    update password_resets
    set used_at = ${now}
    where account_id = ${account_id}
      and token_hash = ${token_hash}
      and used_at is null
    returning id`;
  return used.length === 1;
}

/** A new password makes every older link worthless. */
export async function endResets(
  tx: Transaction,
  account_id: string,
  user_id: string,
  now: Date,
): Promise<void> {
  await tx`
    update password_resets
    set used_at = ${now}
    where account_id = ${account_id}
      and user_id = ${user_id}
      and used_at is null`;
}

// across accounts: forgetting is housekeeping of the whole installation
export async function deleteOldSignIns(
  db: Queryable,
  limits: { sessions_before: Date; links_before: Date },
): Promise<void> {
  await db`delete from browser_sessions where last_seen_at < ${limits.sessions_before}`;
  await db`delete from password_resets where created_at < ${limits.links_before}`;
  await db`delete from sign_in_failures where since < ${limits.links_before}`;
}
