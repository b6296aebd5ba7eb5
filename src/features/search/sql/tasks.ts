import { hideFromPlanner, type Fragment, type Queryable } from '../../../lib/sql/sql.ts';
import type { SearchResult } from '../contract.ts';

const MOST = 8;
/** A common word is found among so many of the newest tasks, without its index. */
const NEWEST = 500;
/** The most matches of a rare word that are sorted. */
const MATCHES = 1_000;
/** Few words begin with the same letters, when there are so many. */
const FEW_BEGIN_WITH = 3;

/**
 * The task of this reference first. Then the newest of all that match: a word that is not common enough to fill the
 * answer from the newest tasks has few matches, which the index of words finds.
 */
export async function searchTasks(db: Queryable, account_id: string, typed: string): Promise<SearchResult[]> {
  return db<SearchResult[]>`
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
      where ${whereWords(db, account_id, { typed, shortest: 1 })}
      limit ${MOST}
    ),
    match as (
      select task.id, task.title, task.external_id, task.created_at
      from tasks as task
      where task.account_id = ${account_id}
        and ${whereWords(db, account_id, { typed, shortest: FEW_BEGIN_WITH })}
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

// across accounts: a condition of a statement that names the account
function whereWords(
  db: Queryable,
  account_id: string,
  { typed, shortest }: { typed: string; shortest: number },
): Fragment {
  return db`
    search_words(task.account_id, task.title || coalesce(' ' || task.external_id, ''))
      @@ (select search_query(${account_id}, ${hideFromPlanner(db, 'text', typed)}, ${shortest}))`;
}
