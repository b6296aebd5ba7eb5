import { PLATFORM_ACCOUNT_ID } from '../../../access/platform.ts';
import type { Queryable } from '../../../lib/sql/sql.ts';
import { accountWordPrefix } from '../searchWords.ts';

/** A word of the query in its indexed form, and the number of passages that contain the word. */
export type SearchTerm = { stem: string; word: string; passages: number };

/** Upper limit of counted rows per word. A word that reaches this limit counts as common. */
const MOST_COUNTED = 2_000;

export async function findSearchTerms(
  db: Queryable,
  account_id: string,
  { query, language }: { query: string; language: string },
): Promise<{ terms: SearchTerm[]; total: number }> {
  const rows = await db<(SearchTerm & { total: number })[]>`
    select
      stem.lexeme as stem,
      ${accountWordPrefix(account_id)} || stem.lexeme as word,
      counted.passages,
      (
        select coalesce(sum(document.passages), 0)::int
        from knowledge_documents as document
        where document.account_id = ${account_id}
      ) as total
    from unnest(to_tsvector(${language}::regconfig, ${query})) as stem
    cross join lateral (
      select coalesce(sum(one.passages), 0)::int as passages
      from (
        select entry.passages
        from knowledge_words as entry
        where entry.account_id = ${account_id}
          and entry.word = ${accountWordPrefix(account_id)} || stem.lexeme
        limit ${MOST_COUNTED}
      ) as one
    ) as counted`;
  return { terms: rows.map(({ total, ...term }) => term), total: rows[0]?.total ?? 0 };
}

export type RankedPassage = {
  document_id: string;
  title: string;
  page: number | null;
  heading: string | null;
  text: string;
  marked: string;
  score: number;
};

export type PassageRanking = {
  /** The passages to rank, as a tsquery. */
  candidates: string;
  /** Upper limit of passages to rank. */
  most: number;
  weights: readonly { query: string; weight: number }[];
  /** The words to highlight, as a tsquery without the prefix of the account. */
  marks: string;
  language: string;
  limit: number;
  collection_ids: readonly string[] | undefined;
};

const MARKS = 'HighlightAll=true, StartSel=\uE000, StopSel=\uE001';

/**
 * Ranks at most `most` passages. Highlights words only in the passages that are returned, because highlighting is slow.
 */
export async function rankPassages(
  db: Queryable,
  account_id: string,
  ranking: PassageRanking,
): Promise<RankedPassage[]> {
  const { candidates, most, weights, marks, language, limit, collection_ids } = ranking;
  return db<RankedPassage[]>`
    with term as materialized (
      select one.query::tsquery as query, one.weight
      from unnest(${weights.map((one) => one.query)}::text[], ${weights.map((one) => one.weight)}::float8[])
        as one (query, weight)
    ),
    candidate as materialized (
      select passage.document_id, passage.position, passage.words
      from knowledge_passages as passage
      where passage.account_id = ${account_id}
        and passage.words @@ ${candidates}::tsquery
        ${collection_ids === undefined ? db`` : db`and passage.collection_id = any (${[...collection_ids]})`}
      limit ${most}
    ),
    best as (
      select candidate.document_id, candidate.position, ranked.score
      from candidate
      cross join lateral (
        select sum(term.weight * ts_rank('{0.5,0.5,0.5,1}', candidate.words, term.query)) as score
        from term
      ) as ranked
      order by ranked.score desc, candidate.document_id, candidate.position
      limit ${limit}
    )
    select
      best.document_id,
      document.name as title,
      passage.page,
      passage.heading,
      passage.body as text,
      ts_headline(${language}::regconfig, passage.body, ${marks}::tsquery, ${MARKS}) as marked,
      best.score
    from best
    join knowledge_passages as passage
      on passage.account_id = ${account_id}
      and passage.document_id = best.document_id
      and passage.position = best.position
    join knowledge_documents as document
      on document.account_id = ${account_id}
      and document.id = passage.document_id
    order by best.score desc, best.document_id, best.position`;
}

/** Lists the platform's collections in bundles that are allocated to the account or to any of its seats. */
export async function listAllocatedPlatformCollectionIds(
  db: Queryable,
  account_id: string,
): Promise<string[]> {
  const rows = await db<{ collection_id: string }[]>`
    select distinct content.collection_id
    from bundle_collections as content
    join (
      select allocation.bundle_id
      from bundle_allocations as allocation
      where allocation.account_id = ${account_id}
      union all
      select seat.bundle_id
      from bundle_seats as seat
      where seat.account_id = ${account_id}
    ) as given
      on given.bundle_id = content.bundle_id
    where content.account_id = ${PLATFORM_ACCOUNT_ID}`;
  return rows.map(({ collection_id }) => collection_id);
}
