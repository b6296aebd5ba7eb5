import type { FileContent } from '../../lib/files/store.ts';
import { notBlank } from '../../lib/rules.ts';

export const COLLECTION_NAME = notBlank(200);
export const DOCUMENT_NAME = notBlank(255);

/** The languages whose words PostgreSQL 15 brings to their stems; simple leaves them as they are. */
export const LANGUAGES = [
  'simple',
  'arabic',
  'armenian',
  'basque',
  'catalan',
  'danish',
  'dutch',
  'english',
  'finnish',
  'french',
  'german',
  'greek',
  'hindi',
  'hungarian',
  'indonesian',
  'irish',
  'italian',
  'lithuanian',
  'nepali',
  'norwegian',
  'portuguese',
  'romanian',
  'russian',
  'serbian',
  'spanish',
  'swedish',
  'tamil',
  'turkish',
  'yiddish',
] as const;
export type Language = (typeof LANGUAGES)[number];

export const DOCUMENT_STATES = ['queued', 'processing', 'ready', 'failed'] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

export type Collection = { id: string; name: string; documents: number; created_at: string };

export type KnowledgeDocument = {
  id: string;
  name: string;
  collection: { id: string; name: string };
  bytes: number;
  state: DocumentState;
  /** Why it failed, in a sentence. */
  reason: string | null;
  pages: number | null;
  passages: number;
  uploaded_by: { user_id: string; name: string } | null;
  created_at: string;
  updated_at: string;
};

/** A collection is named, and made when there is none of that name. */
export type Upload = { name: string; collection?: string | undefined; content: FileContent };

export type DocumentFilter = {
  collection_id?: string | undefined;
  state?: DocumentState | undefined;
  limit: number;
  offset: number;
};

export type KnowledgeQuery = {
  query: string;
  limit?: number | undefined;
  /** None means all that the account may read. */
  collection_ids?: readonly string[] | undefined;
};

/** `highlighted` is the text as HTML: escaped, with the words that were looked for in `<mark>`. */
export type FoundPassage = {
  document_id: string;
  title: string;
  page: number | null;
  heading: string | null;
  text: string;
  highlighted: string;
  score: number;
};
