import { pageOf, type RowWithTotal } from '../../lib/sql/paging.ts';
import { prefixQuery } from '../../lib/sql/prefixQuery.ts';
import type { Fragment, Queryable, Transaction } from '../../lib/sql/sql.ts';
import type { CatalogueProcedure, ProcedureFilter, DeviceProcedure } from './contract.ts';

export type ProcedureRow = DeviceProcedure & { session_id: string; position: number; created_at: Date };

export async function insertProcedures(
  tx: Transaction,
  account_id: string,
  procedures: ProcedureRow[],
): Promise<void> {
  await tx`
    insert into procedures ${tx(procedures.map((procedure) => ({ account_id, ...procedure })))}`;
}

export async function listProcedures(
  db: Queryable,
  account_id: string,
  { status, session_id, recorded_by, search, limit, offset }: ProcedureFilter,
): Promise<{ procedures: CatalogueProcedure[]; total: number }> {
  const inReview = db`
    where procedure.account_id = ${account_id}
      and procedure.status <> 'withdrawn'
      ${status === undefined ? db`` : db`and procedure.status = ${status}`}
      ${session_id === undefined ? db`` : db`and procedure.session_id = ${session_id}`}
      ${recorded_by === undefined ? db`` : db`and procedure.session_id in (${sessionsOf(db, account_id, recorded_by)})`}
      ${search === undefined ? db`` : db`and ${whereTitleMatches(db, account_id, search)}`}`;
  const rows = await db<RowWithTotal<CatalogueProcedure>[]>`
    select matching.total, page.*
    from (
      select count(*)::int as total
      from procedures as procedure
      ${inReview}
    ) as matching
    left join lateral (
      select ${entryColumns(db)}
      from procedures as procedure
      ${withOrigin(db, account_id)}
      ${inReview}
      order by procedure.created_at desc, procedure.id desc
      limit ${limit}
      offset ${offset}
    ) as page on true
    order by page.created_at desc, page.id desc`;
  const { shown, total } = pageOf(rows);
  return { procedures: shown, total };
}

// across accounts: a condition in a statement that filters by account
function whereTitleMatches(db: Queryable, account_id: string, text: string): Fragment {
  return db`
    search_words(procedure.account_id, procedure.title) @@ ${prefixQuery(db, account_id, { text, shortest: 1 })}`;
}

/** Returns undefined for a withdrawn procedure. */
export async function findProcedure(
  db: Queryable,
  account_id: string,
  id: string,
): Promise<CatalogueProcedure | undefined> {
  const [procedure] = await db<CatalogueProcedure[]>`
    select ${entryColumns(db)}
    from procedures as procedure
    ${withOrigin(db, account_id)}
    where procedure.account_id = ${account_id}
      and procedure.id = ${id}
      and procedure.status <> 'withdrawn'`;
  return procedure;
}

/** A procedure with its creation time, by which the lists of several accounts are merged. */
export type ApprovedProcedure = DeviceProcedure & { created_at: string };

/** Lists the account's own approved procedures, newest first. */
export async function listApprovedProcedures(
  db: Queryable,
  account_id: string,
  most: number,
): Promise<ApprovedProcedure[]> {
  return db<ApprovedProcedure[]>`
    select ${shownColumns(db)}, procedure.created_at
    from procedures as procedure
    where procedure.account_id = ${account_id}
      and procedure.status = 'approved'
    order by procedure.created_at desc, procedure.id desc
    limit ${most}`;
}

/** Lists the ids of bundles that are allocated to the account or to this seat. */
export async function listBundleIdsOfSeat(
  db: Queryable,
  account_id: string,
  seat_id: string,
): Promise<string[]> {
  const given = await db<{ bundle_id: string }[]>`
    select allocation.bundle_id
    from bundle_allocations as allocation
    where allocation.account_id = ${account_id}
    union
    select given.bundle_id
    from bundle_seats as given
    where given.account_id = ${account_id}
      and given.seat_id = ${seat_id}`;
  return given.map(({ bundle_id }) => bundle_id);
}

/** Lists the procedures in bundles, each with the account that recorded it. */
// across accounts: a bundle may contain procedures that other accounts recorded
export async function listProcedureIdsOfBundles(
  db: Queryable,
  bundle_ids: readonly string[],
): Promise<{ account_id: string; procedure_id: string }[]> {
  return db<{ account_id: string; procedure_id: string }[]>`
    select distinct content.account_id, content.procedure_id
    from bundle_procedures as content
    where content.bundle_id = any (${[...bundle_ids]}::uuid[])`;
}

/** Reads those of the given procedures that are approved, newest first. */
export async function listApprovedProceduresAmong(
  db: Queryable,
  account_id: string,
  ids: readonly string[],
  most: number,
): Promise<ApprovedProcedure[]> {
  return db<ApprovedProcedure[]>`
    select ${shownColumns(db)}, procedure.created_at
    from procedures as procedure
    where procedure.account_id = ${account_id}
      and procedure.id = any (${[...ids]}::uuid[])
      and procedure.status = 'approved'
    order by procedure.created_at desc, procedure.id desc
    limit ${most}`;
}

/** Locks a procedure for review. Returns undefined if the procedure is unknown or withdrawn. */
export async function lockProcedureForReview(
  tx: Transaction,
  account_id: string,
  id: string,
): Promise<Pick<CatalogueProcedure, 'status' | 'review_notes'> | undefined> {
  const [procedure] = await tx<Pick<CatalogueProcedure, 'status' | 'review_notes'>[]>`
    select procedure.status, procedure.review_notes
    from procedures as procedure
    where procedure.account_id = ${account_id}
      and procedure.id = ${id}
      and procedure.status <> 'withdrawn'
    for no key update of procedure`;
  return procedure;
}

export async function updateProcedureReview(
  tx: Transaction,
  account_id: string,
  id: string,
  review: {
    status: 'approved' | 'rejected' | 'pending';
    reviewed_by: string | null;
    reviewed_at: Date | null;
    review_notes: string | null;
  },
): Promise<void> {
  await tx`
    update procedures
    set ${tx(review)}
    where account_id = ${account_id}
      and id = ${id}`;
}

export async function withdrawProcedures(
  tx: Transaction,
  account_id: string,
  session_id: string,
): Promise<void> {
  await tx`
    update procedures
    set status = 'withdrawn'
    where account_id = ${account_id}
      and session_id = ${session_id}`;
}

function sessionsOf(db: Queryable, account_id: string, user_id: string): Fragment {
  return db`
    select recorded.id
    from sessions as recorded
    where recorded.account_id = ${account_id}
      and recorded.user_id = ${user_id}`;
}

function entryColumns(db: Queryable): Fragment {
  return db`
    ${shownColumns(db)},
    procedure.session_id,
    session.session_name,
    json_build_object('user_id', person.id, 'name', person.full_name) as recorded_by,
    session.started_at as recorded_at,
    procedure.status,
    procedure.reviewed_by,
    reviewer.full_name as reviewer,
    procedure.reviewed_at,
    procedure.review_notes,
    procedure.created_at`;
}

function withOrigin(db: Queryable, account_id: string): Fragment {
  return db`
    join sessions as session
      on session.account_id = ${account_id}
      and session.id = procedure.session_id
    join users as person
      on person.account_id = ${account_id}
      and person.id = session.user_id
    left join users as reviewer
      on reviewer.account_id = ${account_id}
      and reviewer.id = procedure.reviewed_by`;
}

function shownColumns(db: Queryable): Fragment {
  return db`
    procedure.id,
    procedure.title,
    procedure.description,
    procedure.clip_url,
    procedure.thumbnail_url,
    procedure.start_seconds,
    procedure.end_seconds`;
}
