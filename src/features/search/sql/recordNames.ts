import { prefixQuery } from '../../../lib/sql/prefixQuery.ts';
import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import type { SearchHit, RecordKind } from '../contract.ts';
import { runUnionOfSearches } from './found.ts';
import { KIND_SOURCES, selectHits } from './kinds.ts';

/** A kind of record that is searched by words. A table with many rows per account needs an index on the words. */
type SearchedKind = {
  kind: RecordKind;
  words: string;
  shown?: string;
  /**
   * Minimum length of a word that is searched as a prefix. Set for tables with millions of rows per account, where a
   * short prefix matches too many words.
   */
  shortest?: number;
};

const MOST = 5;
/** Upper limit of matches that are sorted. */
const MATCHES = 500;

const SEARCHED_KINDS: readonly SearchedKind[] = [
  { kind: 'session', words: 'row.session_name', shown: 'row.session_name is not null', shortest: 3 },
  { kind: 'user', words: `row.full_name || ' ' || row.email` },
  { kind: 'procedure', words: 'row.title', shortest: 3 },
  { kind: 'form', words: 'row.name' },
  { kind: 'document', words: 'row.name' },
  { kind: 'skill', words: 'row.name' },
  { kind: 'endpoint', words: `coalesce(row.name || ' ', '') || row.url` },
  { kind: 'app', words: `row.name || ' ' || row.client_id` },
  { kind: 'key', words: `row.name || ' ' || row.last4` },
  { kind: 'seat', words: `row.device_name || coalesce(' ' || row.device_serial, '')` },
  { kind: 'integration', words: 'row.provider' },
];

type NameSearch = { typed: string; shows: (kind: RecordKind) => boolean; now: Date };

export async function findRecordsByName(
  db: Queryable,
  account_id: string,
  { typed, shows, now }: NameSearch,
): Promise<SearchHit[]> {
  const searched = SEARCHED_KINDS.filter(({ kind }) => shows(kind));
  const parts = searched.map((one) => {
    const rows = newestRows(db, account_id, typed, one);
    return db`(
      ${selectHits(db, account_id, { kind: one.kind, rows, now })}
      order by row.created_at desc
    )`;
  });
  return runUnionOfSearches(db, parts);
}

function newestRows(db: Queryable, account_id: string, typed: string, searched: SearchedKind): Fragment {
  const { kind, words, shown = 'true', shortest = 1 } = searched;
  const source = KIND_SOURCES[kind];
  return db`(
    select match.*
    from (
      select row.*
      from ${db.unsafe(source.from)} as row
      where row.account_id = ${account_id}
        and ${db.unsafe(source.shown ?? 'true')}
        and ${db.unsafe(shown)}
        and search_words(row.account_id, ${db.unsafe(words)})
          @@ ${prefixQuery(db, account_id, { text: typed, shortest })}
      limit ${MATCHES}
    ) as match
    order by match.created_at desc
    limit ${MOST}
  )`;
}
