import { Type, type Static } from '../../lib/schema/type.ts';
import { consoleApi } from '../../access/consoleApi.ts';
import { Answer, Input, Nullable, OneOf, Uuid } from '../../lib/schema/schema.ts';
import { schemaReasons } from '../../lib/schema/reasons.ts';

const FOUND_KINDS = [
  'task',
  'session',
  'user',
  'procedure',
  'form',
  'document',
  'skill',
  'endpoint',
  'app',
  'key',
  'seat',
  'integration',
  'submission',
  'execution',
  'event',
  'request',
] as const;

const Kind = OneOf(FOUND_KINDS);
export type RecordKind = (typeof FOUND_KINDS)[number];

export const RecordSearch = Input({
  text: Type.String({ minLength: 1, maxLength: 200, rule: schemaReasons.length({ least: 1, most: 200 }) }),
});
export type RecordSearch = Static<typeof RecordSearch>;

/** A record, by what it is and what it is called. */
export const SearchResult = Answer({
  kind: Kind,
  /** The client id of an app. */
  id: Type.String(),
  title: Type.String(),
  /** Distinguishes records with one name: a reference, an address, the last letters of a key. */
  detail: Nullable(Type.String()),
  /** The record whose page shows it: the collection of a document, the endpoint of an event. */
  parent_id: Nullable(Uuid),
});
export type SearchResult = Static<typeof SearchResult>;

const SearchAnswer = Answer({ found: Type.Array(SearchResult) });
export type SearchAnswer = Static<typeof SearchAnswer>;

export const searchApi = consoleApi(
  {
    'GET /search': {
      summary: 'Find records by their words or their id',
      role: 'member',
      query: RecordSearch,
      answer: SearchAnswer,
    },
  },
  { tag: 'Search' },
);
