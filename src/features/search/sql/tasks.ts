import { prefixQuery, type PrefixSearch } from '../../../lib/sql/prefixQuery.ts';
import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import type { SearchHit } from '../contract.ts';
import { selectHits } from './kinds.ts';

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
export async function searchTasks(
  db: Queryable,
  account_id: string,
  { typed, now }: { typed: string; now: Date },
): Promise<SearchHit[]> {
  const rows = db`(
    select task.*, found.place
    from found
    join tasks as task
      on task.account_id = ${account_id}
      and task.id = found.id
  )`;
  return db<SearchHit[]>`
    with ${foundTasks(db, account_id, typed)}
    ${selectHits(db, account_id, { kind: 'task', rows, now })}
    order by row.place = 1 desc, row.created_at desc, row.id desc`;
}

/** The common table expressions up to `found`: the ids of the shown tasks, with `place` 1 for an equal external id. */
function foundTasks(db: Queryable, account_id: string, typed: string): Fragment {
  return db`
    referred as materialized (
      select task.id, task.created_at, 1 as place
      from tasks as task
      where task.account_id = ${account_id}
        and task.external_id = ${typed}
      limit ${MOST}
    ),
    newest as materialized (
      select task.id, task.created_at, 2 as place
      from (
        select recent.account_id, recent.id, recent.title, recent.external_id, recent.created_at
        from tasks as recent
        where recent.account_id = ${account_id}
        order by recent.created_at desc, recent.id desc
        limit ${NEWEST}
      ) as task
      where ${whereTextMatches(db, account_id, { text: typed, shortest: 1 })}
      limit ${MOST}
    ),
    match as (
      select task.id, task.created_at
      from tasks as task
      where task.account_id = ${account_id}
        and ${whereTextMatches(db, account_id, { text: typed, shortest: MIN_INDEXED_PREFIX })}
      limit ${MATCHES}
    ),
    older as (
      select match.id, match.created_at, 3 as place
      from match
      where (select count(*) from newest) < ${MOST}
      order by match.created_at desc, match.id desc
      limit ${MOST}
    ),
    matching as (
      select distinct on (one.id) one.id, one.created_at, one.place
      from (
        select * from referred
        union all
        select * from newest
        union all
        select * from older
      ) as one
      order by one.id, one.place
    ),
    found as materialized (
      select matching.id, matching.place
      from matching
      order by matching.place = 1 desc, matching.created_at desc, matching.id desc
      limit ${MOST}
    )`;
}

// across accounts: a condition in a statement that names the account
function whereTextMatches(db: Queryable, account_id: string, search: PrefixSearch): Fragment {
  return db`
    search_words(task.account_id, task.title || coalesce(' ' || task.external_id, ''))
      @@ ${prefixQuery(db, account_id, search)}`;
}
