import { pageOf, type Paged } from '../../lib/sql/paging.ts';
import type { Fragment, Queryable, Transaction } from '../../lib/sql/sql.ts';
import type { CatalogueEntry, ProcedureFilter, ShownProcedure } from './contract.ts';

export type ProcedureRow = ShownProcedure & { session_id: string; position: number; created_at: Date };

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
  { status, session_id, limit, offset }: ProcedureFilter,
): Promise<{ procedures: CatalogueEntry[]; total: number }> {
  const inReview = db`
    where procedure.account_id = ${account_id}
      and procedure.status <> 'withdrawn'
      ${status === undefined ? db`` : db`and procedure.status = ${status}`}
      ${session_id === undefined ? db`` : db`and procedure.session_id = ${session_id}`}`;
  const rows = await db<Paged<CatalogueEntry>[]>`
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

/** Withdrawn procedures are not found. */
export async function findProcedure(
  db: Queryable,
  account_id: string,
  id: string,
): Promise<CatalogueEntry | undefined> {
  const [procedure] = await db<CatalogueEntry[]>`
    select ${entryColumns(db)}
    from procedures as procedure
    ${withOrigin(db, account_id)}
    where procedure.account_id = ${account_id}
      and procedure.id = ${id}
      and procedure.status <> 'withdrawn'`;
  return procedure;
}

/** A procedure with the time that puts it in order. */
export type BundleProcedure = ShownProcedure & { created_at: string };

/** The account's own approved procedures, newest first. */
export async function listApprovedProcedures(
  db: Queryable,
  account_id: string,
  most: number,
): Promise<BundleProcedure[]> {
  return db<BundleProcedure[]>`
    select ${shownColumns(db)}, procedure.created_at
    from procedures as procedure
    where procedure.account_id = ${account_id}
      and procedure.status = 'approved'
    order by procedure.created_at desc, procedure.id desc
    limit ${most}`;
}

/** The bundles that the account has, or this seat of it. */
export async function listBundlesOfSeat(
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

/** The procedures that bundles contain, of any account. */
// across accounts: a bundle shows procedures that others recorded
export async function listBundleProcedures(
  db: Queryable,
  bundle_ids: readonly string[],
): Promise<{ account_id: string; procedure_id: string }[]> {
  return db<{ account_id: string; procedure_id: string }[]>`
    select distinct content.account_id, content.procedure_id
    from bundle_procedures as content
    where content.bundle_id = any (${[...bundle_ids]}::uuid[])`;
}

/** The approved ones among these procedures, newest first. */
export async function listApprovedOf(
  db: Queryable,
  account_id: string,
  ids: readonly string[],
  most: number,
): Promise<BundleProcedure[]> {
  return db<BundleProcedure[]>`
    select ${shownColumns(db)}, procedure.created_at
    from procedures as procedure
    where procedure.account_id = ${account_id}
      and procedure.id = any (${[...ids]}::uuid[])
      and procedure.status = 'approved'
    order by procedure.created_at desc, procedure.id desc
    limit ${most}`;
}

/** Undefined when there is none; withdrawn ones count as gone. */
export async function lockReview(
  tx: Transaction,
  account_id: string,
  id: string,
): Promise<Pick<CatalogueEntry, 'status' | 'review_notes'> | undefined> {
  const [procedure] = await tx<Pick<CatalogueEntry, 'status' | 'review_notes'>[]>`
    select procedure.status, procedure.review_notes
    from procedures as procedure
    where procedure.account_id = ${account_id}
      and procedure.id = ${id}
      and procedure.status <> 'withdrawn'
    for no key update of procedure`;
  return procedure;
}

export async function updateReview(
  tx: Transaction,
  account_id: string,
  id: string,
  review: {
    status: 'approved' | 'rejected';
    reviewed_by: string | null;
    reviewed_at: Date;
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
