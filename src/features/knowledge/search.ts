/*
 * Full-text search over passages at a bounded cost.
 *
 * PostgreSQL ranks every match of a query, which is slow for common words. The number of passages per word is therefore
 * stored, and only passages with rare words of the query are ranked. The trade-off: if a query contains a rare word,
 * passages that contain only its common words are not found.
 *
 * Words that follow each other in the query should be close together in the passage. The indexed words have positions, so
 * the ranking adds the proximity of each pair, and more for the phrase itself.
 */
import type { Context } from '../../access/context.ts';
import { PLATFORM_ACCOUNT_ID } from '../../access/platform.ts';
import { badRequest } from '../../lib/errors.ts';
import { schemaReasons } from '../../lib/schema/reasons.ts';
import { html } from '../../lib/text/html.ts';
import type { Database } from '../../lib/sql/sql.ts';
import type { PassageMatch, PassageSearch, KnowledgeSearchQuery } from './contract.ts';
import { findSearchLanguage } from './sql/documents.ts';
import { allWordsQuery, anyWordQuery, collectionWord, quoteWord } from './searchWords.ts';
import * as queries from './sql/search.ts';

const USUAL_LIMIT = 10;
const MOST_CHARACTERS = 1_000;
const MOST_TERMS = 24;
/** Upper limit of ranked passages. It bounds the cost of a search whose words are common. */
const MOST_RANKED = 400;
/**
 * Upper limit of passages that are read. If more than MOST_RANKED contain common words, the passages with a phrase of the
 * query are ranked.
 */
const MOST_READ = 1_500;
/** Upper limit of passages whose proximity is ranked, more than a search returns. */
const MOST_PAIRED = 100;
/** If all words of a search are common, a passage must contain this many of the rarest words. */
const MOST_COALESCED = 3;
/** A passage that contains less of the query, by the weight of its words, is a weak match. */
const WEAK_COVERAGE = 0.5;

/** Finds the best passages for a query in the account's own collections and in those of its bundles. */
export async function searchKnowledge(
  { db, account_id }: Context,
  { query, limit = USUAL_LIMIT, collection_ids }: PassageSearch,
): Promise<{ passages: PassageMatch[] }> {
  if (query.trim() === '' || query.length > MOST_CHARACTERS)
    throw badRequest('query', schemaReasons.length_not_blank({ least: 1, most: MOST_CHARACTERS }));
  const found = await Promise.all([
    searchIn(db, account_id, { query, limit, collection_ids }),
    searchShared(db, account_id, { query, limit, collection_ids }),
  ]);
  const best = found.flat().toSorted((one, other) => other.score - one.score);
  return { passages: best.slice(0, limit).map(shown) };
}

/** Converts the query parameters: without `collection_id`, all collections are searched. */
export function toPassageSearch({ collection_id, ...query }: KnowledgeSearchQuery): PassageSearch {
  return { ...query, ...(collection_id && { collection_ids: [collection_id] }) };
}

type Wanted = { query: string; limit: number; collection_ids: readonly string[] | undefined };

/** Searches the platform's collections that belong to bundles of the account. */
async function searchShared(db: Database, account_id: string, wanted: Wanted) {
  const given = await queries.listAllocatedPlatformCollectionIds(db, account_id);
  const collection_ids = given.filter((id) => wanted.collection_ids?.includes(id) ?? true);
  return collection_ids.length > 0 ? searchIn(db, PLATFORM_ACCOUNT_ID, { ...wanted, collection_ids }) : [];
}

async function searchIn(
  db: Database,
  account_id: string,
  { query, limit, collection_ids }: Wanted,
): Promise<queries.RankedPassage[]> {
  const language = await findSearchLanguage(db, account_id);
  const terms = await queries.findSearchTerms(db, account_id, { query, language });
  const { asked, known } = weighTerms(terms);
  if (known.length === 0) return [];

  const collection_words = collection_ids?.map((id) => collectionWord(account_id, id));
  const ranking = { ...rankingOf(asked, known), language, limit, collection_ids };
  for (const words of candidateQueries(known)) {
    const candidates = collection_words ? `${words} & ${anyWordQuery(collection_words)}` : words;
    const found = await queries.rankPassages(db, account_id, { ...ranking, candidates });
    if (found.length > 0) return found;
  }
  return [];
}

type WeightedTerm = queries.SearchTerm & { weight: number };

/** Returns the words of the query, and those that a passage contains, rarest first. */
function weighTerms({ terms, total }: { terms: readonly queries.SearchTerm[]; total: number }) {
  const asked = terms
    // A word that no passage contains weighs as much as one that a single passage contains.
    .map((term) => ({ ...term, weight: inverseDocumentFrequency(Math.max(term.passages, 1), total) }))
    .toSorted((one, other) => one.passages - other.passages);
  return { asked, known: asked.filter(({ passages }) => passages > 0).slice(0, MOST_TERMS) };
}

function rankingOf(asked: readonly WeightedTerm[], known: readonly WeightedTerm[]) {
  const pairs = pairsOf(known);
  return {
    most_read: pairs.length > 0 ? MOST_READ : MOST_RANKED,
    most: MOST_RANKED,
    most_paired: MOST_PAIRED,
    weights: known.map(({ word, weight }) => ({ query: quoteWord(word), weight })),
    pairs,
    total_weight: asked.reduce((sum, { weight }) => sum + weight, 0),
    marks: anyWordQuery(known.map(({ stem }) => stem)),
  };
}

/**
 * Returns queries that select the candidates for ranking, in the order in which they are tried. Ranking every match of
 * a common word would be slow, so a candidate must contain a rare word. If all words are common, it must contain all of
 * the rarest ones; if no passage does, any word.
 */
export function candidateQueries(terms: readonly queries.SearchTerm[]): string[] {
  let passages = 0;
  const rare = terms.filter((term) => (passages += term.passages) <= MOST_RANKED);
  const words = (some: readonly queries.SearchTerm[]) => some.map(({ word }) => word);
  if (rare.length > 0) return [anyWordQuery(words(rare))];
  return [allWordsQuery(words(terms.slice(0, MOST_COALESCED))), anyWordQuery(words(terms))];
}

/** Pairs each word with the next one of the query. The less rare word determines its weight. */
export function pairsOf(terms: readonly WeightedTerm[]): queries.PassageRanking['pairs'] {
  const inOrder = terms.toSorted((one, other) => one.position - other.position);
  return inOrder.slice(1).flatMap((term, at) => {
    const before = inOrder[at];
    if (!before) return [];
    const words = [quoteWord(before.word), quoteWord(term.word)];
    const distance = term.position - before.position;
    return [
      {
        words: words.join(' & '),
        phrase: words.join(` <${distance}> `),
        weight: Math.min(before.weight, term.weight),
      },
    ];
  });
}

/** The weight of a word in the ranking: the inverse document frequency of BM25, so rare words weigh more. */
export function inverseDocumentFrequency(passages: number, total: number): number {
  return Math.log(1 + (Math.max(total, passages) - passages + 0.5) / (passages + 0.5));
}

function shown({ marked, score, coverage, ...passage }: queries.RankedPassage): PassageMatch {
  const highlighted = html`${marked}`.text.replaceAll('\uE000', '<mark>').replaceAll('\uE001', '</mark>');
  const is_weak = coverage < WEAK_COVERAGE;
  return { ...passage, highlighted, score: Math.round(score * 10_000) / 10_000, is_weak };
}
