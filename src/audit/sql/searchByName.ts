import type { Fragment, Queryable } from '../../lib/sql/sql.ts';
import { TARGET_KINDS, type TargetKind } from '../rules.ts';
import { NAME_SOURCES, accountCondition } from './targets.ts';

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

type NameSearch = { text: string; wordsOf: (kind: TargetKind) => string[] };

/**
 * Finds targets of these entries whose name contains the text. It searches the current names and names in the entries.
 */
export async function searchTargetIdsByName(
  db: Queryable,
  account_id: string,
  entries: Fragment,
  { text, wordsOf }: NameSearch,
): Promise<string[]> {
  const pattern = `%${text.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const parts = TARGET_KINDS.map((kind) => partOf(db, account_id, { kind, words: wordsOf(kind), pattern }));
  const named = parts.reduce((before, one) => db`${before} union ${one}`);
  const found = await db<{ id: string }[]>`
    with newest as materialized (
      select split_part(entry.action, '.', 1) as word, entry.target_id, entry.details
      from (${entries}) as entry
    ),
    acted as materialized (
      select distinct newest.word, newest.target_id
      from newest
      where newest.target_id is not null
    )
    ${named}
    union
    select newest.target_id as id
    from newest
    where newest.target_id is not null
      and (newest.details ->> 'name' ilike ${pattern} or newest.details ->> 'device_name' ilike ${pattern})`;
  return found.map(({ id }) => id);
}

type KindSearch = { kind: TargetKind; words: string[]; pattern: string };

function partOf(db: Queryable, account_id: string, { kind, words, pattern }: KindSearch): Fragment {
  const { from, id = 'id', name } = NAME_SOURCES[kind];
  const column = db`row.${db.unsafe(id)}`;
  return db`
    select ${column}::text as id
    from ${db.unsafe(from)} as row
    where ${accountCondition(db, account_id, kind)}
      and ${column} = any (array(
        select acted.target_id${kind === 'app' ? db`` : db`::uuid`}
        from acted
        where acted.word = any (${words})
          ${kind === 'app' ? db`` : db`and acted.target_id ~ ${UUID}`}
      ))
      and ${db.unsafe(name)} ilike ${pattern}`;
}
