import { hideFromPlanner, type Fragment, type Queryable } from '../../../lib/sql/sql.ts';
import type { SearchHit } from '../contract.ts';

const MOST = 8;
/**
 * Number of newest tasks that are searched first, without the index of words. They contain enough matches of any common
 * word.
 */
const NEWEST = 500;
/** Upper limit of matches from the index of words that are sorted. */
const MATCHES = 1_000;
/** Minimum length of a word that is searched in the index as a prefix; a shorter prefix matches too many words. */
const MIN_INDEXED_PREFIX = 3;

/**
 * Returns the task with this external id first, then the newest matches. The newest tasks are searched before the index
 * of words: if a word is common, they already fill the answer; if not, the word is rare and the index has few matches.
 */
export async function searchTasks(db: Queryable, account_id: string, typed: string): Promise<SearchHit[]> {
  return db<SearchHit[]>`
    with referred as materialized (
      select task.id, task.title, task.external_id, task.created_at, 1 as place
      from tasks as task
      where task.account_id = ${account_id}
        and task.external_id = ${typed}
      limit ${MOST}
    ),
    newest as materialized (
      select task.id, task.title, task.external_id, task.created_at, 2 as place
      from (
        select recent.account_id, recent.id, recent.title, recent.external_id, recent.created_at
        from tasks as recent
        where recent.account_id = ${account_id}
        order by recent.created_at desc, recent.id desc
        limit ${NEWEST}
      ) as task
      where ${whereTextMatches(db, account_id, { typed, shortest: 1 })}
      limit ${MOST}
    ),
    match as (
      select task.id, task.title, task.external_id, task.created_at
      from tasks as task
      where task.account_id = ${account_id}
        and ${whereTextMatches(db, account_id, { typed, shortest: MIN_INDEXED_PREFIX })}
      limit ${MATCHES}
    ),
    older as (
      select match.id, match.title, match.external_id, match.created_at, 3 as place
      from match
      where (select count(*) from newest) < ${MOST}
      order by match.created_at desc, match.id desc
      limit ${MOST}
    ),
    found as (
      select distinct on (one.id) one.id, one.title, one.external_id, one.created_at, one.place
      from (
        select * from referred
        union all
        select * from newest
        union all
        select * from older
      ) as one
      order by one.id, one.place
    )
    select 'task' as kind, found.id, found.title, found.external_id as detail, null as parent_id
    from found
    order by found.place = 1 desc, found.created_at desc, found.id desc
    limit ${MOST}`;
}

// across accounts: a condition in a statement that names the account
function whereTextMatches(
  db: Queryable,
  account_id: string,
  { typed, shortest }: { typed: string; shortest: number },
): Fragment {
  return db`
    search_words(task.account_id, task.title || coalesce(' ' || task.external_id, ''))
      @@ (select search_query(${account_id}, ${hideFromPlanner(db, 'text', typed)}, ${shortest}))`;
}
