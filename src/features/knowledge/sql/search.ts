import { PLATFORM_ACCOUNT_ID } from '../../../access/platform.ts';
import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import { accountWordPrefix } from '../searchWords.ts';

/** A word of the query in its indexed form, its position in the query, and the number of passages that contain it. */
export type SearchTerm = { stem: string; word: string; position: number; passages: number };

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
      stem.positions[1]::int as position,
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
  /** The share of the query that the passage contains, by the weight of its words: 0 to 1. */
  coverage: number;
};

export type PassageRanking = {
  /** The passages to rank, as a tsquery. */
  candidates: string;
  /** Upper limit of passages to read, from which those with a phrase are ranked first. */
  most_read: number;
  /** Upper limit of passages to rank. */
  most: number;
  /** Upper limit of ranked passages whose pairs are ranked too. */
  most_paired: number;
  weights: readonly { query: string; weight: number }[];
  /** Pairs of words that follow each other in the query: both words, and both at the same distance. */
  pairs: readonly { words: string; phrase: string; weight: number }[];
  /** The sum of the weights of all words of the query, found or not. */
  total_weight: number;
  /** The words to highlight, as a tsquery without the prefix of the account. */
  marks: string;
  language: string;
  limit: number;
  collection_ids: readonly string[] | undefined;
};

/** The weights of the `tsvector` classes D, C, B and A. Words of headings have class A, all other words class D. */
const CLASSES = '{0.5,0.5,0.5,1}';
/** The part of a pair's weight that a phrase adds to that of two words close together. */
const PHRASE_BONUS = 0.5;

const MARKS = 'HighlightAll=true, StartSel=\uE000, StopSel=\uE001';

/**
 * Ranks at most `most` passages by three measures: `ts_rank` of each word by its rarity; `ts_rank_cd` of each pair, which
 * is higher the closer the words are; and the share of the query that the passage contains. Highlights words only in the
 * passages that are returned, because highlighting is slow.
 */
export async function rankPassages(
  db: Queryable,
  account_id: string,
  ranking: PassageRanking,
): Promise<RankedPassage[]> {
  const { most_paired, weights, pairs, total_weight, marks, language, limit } = ranking;
  return db<RankedPassage[]>`
    with term as materialized (
      select one.query::tsquery as query, one.weight
      from unnest(${weights.map((one) => one.query)}::text[], ${weights.map((one) => one.weight)}::float8[])
        as one (query, weight)
    ),
    pair as materialized (
      select one.words::tsquery as words, one.phrase::tsquery as phrase, one.weight
      from unnest(
        ${pairs.map((one) => one.words)}::text[],
        ${pairs.map((one) => one.phrase)}::text[],
        ${pairs.map((one) => one.weight)}::float8[]
      ) as one (words, phrase, weight)
    ),
    candidate as materialized (
      ${candidatePassages(db, account_id, ranking)}
    ),
    worded as materialized (
      select candidate.document_id, candidate.position, candidate.words, found.coverage, found.score
      from candidate
      cross join lateral (${wordScore(db, total_weight)}) as found
      order by candidate.has_phrase desc, found.coverage * found.score desc
      limit ${most_paired}
    ),
    best as (
      select
        worded.document_id,
        worded.position,
        worded.coverage,
        worded.coverage * (worded.score + coalesce(near.score, 0)) as score
      from worded
      cross join lateral (${proximity(db)}) as near
      order by score desc, worded.document_id, worded.position
      limit ${limit}
    )
    select
      best.document_id,
      document.name as title,
      passage.page,
      passage.heading,
      passage.body as text,
      ts_headline(${language}::regconfig, passage.body, ${marks}::tsquery, ${MARKS}) as marked,
      best.score,
      best.coverage
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

/** Selects at most `most` passages. Those with a phrase of the query come first. */
function candidatePassages(db: Queryable, account_id: string, ranking: PassageRanking): Fragment {
  const { candidates, most_read, most, collection_ids } = ranking;
  return db`
    select one.document_id, one.position, one.words, phrase.is_found as has_phrase
    from (
      select passage.document_id, passage.position, passage.words
      from knowledge_passages as passage
      where passage.account_id = ${account_id}
        and passage.words @@ ${candidates}::tsquery
        ${collection_ids === undefined ? db`` : db`and passage.collection_id = any (${[...collection_ids]})`}
      limit ${most_read}
    ) as one
    cross join lateral (
      select coalesce(one.words @@ (select string_agg(pair.phrase::text, ' | ')::tsquery from pair), false)
        as is_found
    ) as phrase
    order by has_phrase desc
    limit ${most}`;
}

// across accounts: measures in a statement that filters by account
function wordScore(db: Queryable, total_weight: number): Fragment {
  return db`
    select
      sum(ranked.weight) filter (where ranked.score > 0) / ${total_weight}::float8 as coverage,
      sum(ranked.weight * ranked.score) as score
    from (
      select term.weight, ts_rank(${CLASSES}::float4[], candidate.words, term.query) as score
      from term
    ) as ranked`;
}

// across accounts: a score in a statement that filters by account
function proximity(db: Queryable): Fragment {
  return db`
    select sum(
      pair.weight * (
        ts_rank_cd(${CLASSES}::float4[], worded.words, pair.words)
        + case when worded.words @@ pair.phrase then ${PHRASE_BONUS}::float8 else 0 end
      )
    ) as score
    from pair`;
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
