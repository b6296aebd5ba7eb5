import type { Fragment, Queryable, Transaction } from '../../../lib/sql/sql.ts';
import type { Session, SessionFilter } from '../contract.ts';
import { COUNTED_SESSIONS } from './counted.ts';

/** A session with the stored members that the public API does not return. */
export type StoredSession = Session & {
  user_id: string;
  user_name: string;
  score: number | null;
  notes: string | null;
  bundle_name: string | null;
  last_seen_at: string;
  ended_by: 'device' | 'sweeper' | 'deletion' | null;
  deleted_at: string | null;
};

export type NewSession = {
  id: string;
  seat_id: string;
  user_id: string;
  task_id: string | null;
  role: Session['role'];
  status: 'in_progress';
  session_name: string | null;
  bundle_name: string | null;
  started_at: Date;
  last_seen_at: Date;
  created_at: Date;
};

export type SessionUpdate = Partial<
  Pick<
    StoredSession,
    | 'session_name'
    | 'session_description'
    | 'session_summary'
    | 'status'
    | 'duration_seconds'
    | 'procedure_count'
    | 'video_url'
    | 'thumbnail_url'
    | 'score'
    | 'notes'
    | 'ended_by'
  >
> & { completed_at?: Date; last_seen_at?: Date; deleted_at?: Date };

/** Returns undefined if a session with this id already exists. */
export async function insertSession(
  tx: Transaction,
  account_id: string,
  row: NewSession,
): Promise<StoredSession | undefined> {
  const inserted = await tx`
    insert into sessions ${tx({ account_id, ...row })}
    on conflict (account_id, id) do nothing
    returning id`;
  if (inserted.length === 0) return undefined;
  const [session] = await Promise.all([
    findSessionOrDeleted(tx, account_id, row.id),
    COUNTED_SESSIONS.noteInserted(tx, account_id, [row]),
  ]);
  return session;
}

export async function findSessionOrDeleted(
  db: Queryable,
  account_id: string,
  id: string,
): Promise<StoredSession | undefined> {
  const [session] = await db<StoredSession[]>`${selectAnySession(db, account_id, id)}`;
  return session;
}

function selectAnySession(db: Queryable, account_id: string, id: string): Fragment {
  return db`
    select ${storedColumns(db)}
    from sessions as session
    ${withUser(db, account_id)}
    where session.account_id = ${account_id}
      and session.id = ${id}`;
}

/** Locks a session, deleted or not, so that concurrent writers see each other's changes. */
export async function lockSessionOrDeleted(
  tx: Transaction,
  account_id: string,
  id: string,
): Promise<StoredSession | undefined> {
  const [session] = await tx<StoredSession[]>`
    select ${storedColumns(tx)}
    from sessions as session
    ${withUser(tx, account_id)}
    where session.account_id = ${account_id}
      and session.id = ${id}
    for update of session`;
  return session;
}

/** Updates a session that this transaction has locked. */
export async function updateSession(
  tx: Transaction,
  account_id: string,
  before: StoredSession,
  update: SessionUpdate,
): Promise<StoredSession> {
  const [, , [after]] = await Promise.all([
    tx`
      update sessions
      set ${tx(update)}
      where account_id = ${account_id}
        and id = ${before.id}`,
    COUNTED_SESSIONS.noteUpdated(tx, account_id, [{ before, after: { ...before, ...update } }]),
    tx<[StoredSession]>`${selectAnySession(tx, account_id, before.id)}`,
  ]);
  return after;
}

/** One statement reads the page and the total number of matches, so that both come from the same snapshot. */
export async function listSessions(
  db: Queryable,
  account_id: string,
  filter: SessionFilter,
): Promise<{ sessions: Session[]; total: number }> {
  const { shown, total } = await COUNTED_SESSIONS.readPage<Session>(db, account_id, filter, {
    columns: sessionColumns(db),
    joins: withUser(db, account_id),
  });
  return { sessions: shown, total };
}

export type SeatUser = { user_id: string; roles: Session['role'][] };

/**
 * Reads the user and the roles of a seat. A separate statement locks the seat first, because a join in the locking
 * statement could return the user from before the wait for the lock.
 */
export async function lockSeatAndFindUser(
  tx: Transaction,
  account_id: string,
  seat_id: string,
): Promise<SeatUser | undefined> {
  await tx`
    select 1
    from seats as seat
    where seat.account_id = ${account_id}
      and seat.id = ${seat_id}
    for share of seat`;
  const [starter] = await tx<SeatUser[]>`
    select person.id as user_id, seat.roles
    from seats as seat
    join users as person
      on person.account_id = ${account_id}
      and person.id = seat.user_id
      and person.status = 'active'
    where seat.account_id = ${account_id}
      and seat.id = ${seat_id}`;
  return starter;
}

export type SilentSession = { account_id: string; id: string; last_seen_at: string };

/**
 * Lists running sessions without a recent heartbeat, in keyset order after `last`. A session that could not be closed
 * is not returned again in the same run.
 */
// across accounts: one sweeper serves all accounts
export async function listSilentSessions(
  db: Queryable,
  silent_since: Date,
  last: SilentSession | undefined,
  limit: number,
): Promise<SilentSession[]> {
  const behind = last
    ? db`and (session.last_seen_at, session.account_id, session.id)
        > (${last.last_seen_at}, ${last.account_id}::uuid, ${last.id}::uuid)`
    : db``;
  return db<SilentSession[]>`
    select session.account_id, session.id, session.last_seen_at
    from sessions as session
    where session.status = 'in_progress'
      and session.deleted_at is null
      and session.last_seen_at < ${silent_since}
      ${behind}
    order by session.last_seen_at, session.account_id, session.id
    limit ${limit}`;
}

function withUser(db: Queryable, account_id: string): Fragment {
  return db`
    join users as person
      on person.account_id = ${account_id}
      and person.id = session.user_id`;
}

// across accounts: the columns of a statement that names the account
export function sessionColumns(db: Queryable): Fragment {
  return db`
    session.id,
    session.session_name,
    session.session_description,
    session.session_summary,
    session.status,
    session.role,
    session.duration_seconds,
    session.procedure_count,
    session.video_url,
    session.thumbnail_url,
    session.started_at,
    session.completed_at,
    json_build_object('user_id', person.id, 'name', person.full_name) as user,
    session.seat_id,
    session.task_id`;
}

function storedColumns(db: Queryable): Fragment {
  return db`
    ${sessionColumns(db)},
    session.user_id,
    person.full_name as user_name,
    session.score,
    session.notes,
    session.bundle_name,
    session.last_seen_at,
    session.ended_by,
    session.deleted_at`;
}
