import type { Context } from '../../access/context.ts';
import { PLATFORM } from '../../access/platform.ts';
import { badRequest } from '../../lib/errors.ts';
import { schemaReasons } from '../../lib/schema/reasons.ts';
import { html } from '../../lib/text/html.ts';
import type { Database } from '../../lib/sql/sql.ts';
import type { FoundPassage, KnowledgeQuery, KnowledgeSearch } from './contract.ts';
import { findLanguage } from './sql/documents.ts';
import { allOf, anyOf, collectionWord, quoteWord } from './searchWords.ts';
import * as queries from './sql/search.ts';

const USUAL_LIMIT = 10;
const MOST_CHARACTERS = 1_000;
const MOST_TERMS = 24;
/** The most passages that are ranked, which bounds a search whatever its words. */
const MOST_RANKED = 400;
/** If all words of a search are common, a passage must contain this many of the rarest ones. */
const MOST_COALESCED = 3;

/** The best passages for a question, of the account and of its bundles. */
export async function searchKnowledge(
  { db, account_id }: Context,
  { query, limit = USUAL_LIMIT, collection_ids }: KnowledgeQuery,
): Promise<{ passages: FoundPassage[] }> {
  if (query.trim() === '' || query.length > MOST_CHARACTERS)
    throw badRequest('query', schemaReasons.length_not_blank({ least: 1, most: MOST_CHARACTERS }));
  const found = await Promise.all([
    searchIn(db, account_id, { query, limit, collection_ids }),
    searchShared(db, account_id, { query, limit, collection_ids }),
  ]);
  const best = found.flat().toSorted((one, other) => other.score - one.score);
  return { passages: best.slice(0, limit).map(shown) };
}

/** Searches one collection, or all. */
export function toSearch({ collection_id, ...query }: KnowledgeSearch): KnowledgeQuery {
  return { ...query, ...(collection_id && { collection_ids: [collection_id] }) };
}

type Wanted = { query: string; limit: number; collection_ids: readonly string[] | undefined };

/** Searches the platform's collections that bundles give. */
async function searchShared(db: Database, account_id: string, wanted: Wanted) {
  const given = await queries.listGivenCollections(db, account_id);
  const collection_ids = given.filter((id) => wanted.collection_ids?.includes(id) ?? true);
  return collection_ids.length > 0 ? searchIn(db, PLATFORM, { ...wanted, collection_ids }) : [];
}

async function searchIn(
  db: Database,
  account_id: string,
  { query, limit, collection_ids }: Wanted,
): Promise<queries.RankedPassage[]> {
  const language = await findLanguage(db, account_id);
  const { terms, total } = await queries.findTerms(db, account_id, { query, language });
  const known = terms
    .filter(({ passages }) => passages > 0)
    .toSorted((one, other) => one.passages - other.passages)
    .slice(0, MOST_TERMS);
  if (known.length === 0) return [];

  const collection_words = collection_ids?.map((id) => collectionWord(account_id, id));
  const ranking = {
    most: MOST_RANKED,
    weights: known.map(({ word, passages }) => ({ query: quoteWord(word), weight: rarity(passages, total) })),
    marks: anyOf(known.map(({ stem }) => stem)),
    language,
    limit,
    collection_ids,
  };
  for (const words of candidatesOf(known)) {
    const candidates = collection_words ? `${words} & ${anyOf(collection_words)}` : words;
    const found = await queries.rankPassages(db, account_id, { ...ranking, candidates });
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * Candidates: passages with one of the rare words, up to what can be ranked; where all words are common,
 * those with the rarest together, then those with any.
 */
export function candidatesOf(terms: readonly queries.Term[]): string[] {
  let passages = 0;
  const rare = terms.filter((term) => (passages += term.passages) <= MOST_RANKED);
  const words = (some: readonly queries.Term[]) => some.map(({ word }) => word);
  if (rare.length > 0) return [anyOf(words(rare))];
  return [allOf(words(terms.slice(0, MOST_COALESCED))), anyOf(words(terms))];
}

/** The weight of a word: higher the fewer passages have it. */
export function rarity(passages: number, total: number): number {
  return Math.log(1 + (Math.max(total, passages) - passages + 0.5) / (passages + 0.5));
}

function shown({ marked, score, ...passage }: queries.RankedPassage): FoundPassage {
  const highlighted = html`${marked}`.text.replaceAll('\uE000', '<mark>').replaceAll('\uE001', '</mark>');
  return { ...passage, highlighted, score: Math.round(score * 10_000) / 10_000 };
}
