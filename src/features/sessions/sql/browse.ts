import { pageOf, type RowWithTotal } from '../../../lib/sql/paging.ts';
import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import type { Session } from '../contract.ts';
import { sessionColumns } from './sessions.ts';
import type { DashboardSessionFilter, SessionExportFilter } from '../browse/contract.ts';

export type UserSessionFilter = DashboardSessionFilter & { user_id: string };

/** One statement reads the page and the total number of matches, so that both come from the same snapshot. */
export async function listUserSessions(
  db: Queryable,
  account_id: string,
  filter: UserSessionFilter,
): Promise<{ sessions: Session[]; total: number }> {
  const rows = await db<RowWithTotal<Session>[]>`
    select matching.total, page.*
    from (
      select count(*)::int as total
      from sessions as session
      where session.account_id = ${account_id}
        and session.deleted_at is null
        ${matches(db, filter)}
    ) as matching
    left join lateral (
      select ${sessionColumns(db)}
      from sessions as session
      join users as person
        on person.account_id = ${account_id}
        and person.id = session.user_id
      where session.account_id = ${account_id}
        and session.deleted_at is null
        ${matches(db, filter)}
      order by session.started_at desc, session.id desc
      limit ${filter.limit}
      offset ${filter.offset}
    ) as page on true
    order by page.started_at desc, page.id desc`;
  const { shown, total } = pageOf(rows);
  return { sessions: shown, total };
}

export type SessionExportRow = Session & { task_title: string | null };

/** Selects all sessions that match the filter of the list. */
export function selectSessionsForExport(
  db: Queryable,
  account_id: string,
  filter: SessionExportFilter,
): Fragment {
  return db`
    select ${sessionColumns(db)}, task.title as task_title
    from sessions as session
    join users as person
      on person.account_id = ${account_id}
      and person.id = session.user_id
    left join tasks as task
      on task.account_id = ${account_id}
      and task.id = session.task_id
    where session.account_id = ${account_id}
      and session.deleted_at is null
      ${matches(db, filter)}
    order by session.started_at desc, session.id desc`;
}

function matches(db: Queryable, { user_id, status, role, from, to }: SessionExportFilter): Fragment {
  return db`
    ${user_id === undefined ? db`` : db`and session.user_id = ${user_id}`}
    ${status === undefined ? db`` : db`and session.status = ${status}`}
    ${role === undefined ? db`` : db`and session.role = ${role}`}
    ${from === undefined ? db`` : db`and session.started_at >= ${from}`}
    ${to === undefined ? db`` : db`and session.started_at <= ${to}`}`;
}
