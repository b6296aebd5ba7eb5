import type { Queryable } from '../src/lib/sql/sql.ts';

/** Lists users whose stored counters differ from a recount of their sessions, with both values. */
export async function listUsersWithWrongCounters(db: Queryable, account_id: string): Promise<object[]> {
  return db<object[]>`
    select person.id, person.total_sessions, person.total_minutes, person.last_session_at, recount.*
    from users as person
    cross join lateral (
      select count(*)::int as sessions,
        coalesce(sum(ceil(coalesce(session.duration_seconds, 0) / 60.0)), 0)::bigint as minutes,
        max(session.started_at) as last_at
      from sessions as session
      where session.account_id = person.account_id
        and session.user_id = person.id
        and session.deleted_at is null
    ) as recount
    where person.account_id = ${account_id}
      and (person.total_sessions, person.total_minutes, person.last_session_at)
        is distinct from (recount.sessions, recount.minutes, recount.last_at)`;
}
