import { Type, type Static } from 'typebox';
import { name } from '../../lib/rules.ts';
import { Answer, Input, Nullable, OneOf, Page, Timestamp, Uuid } from '../../lib/schema.ts';

export const COLLECTION_NAME = name(200);
export const DOCUMENT_NAME = name(255);

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

const DOCUMENT_STATES = ['queued', 'processing', 'ready', 'failed'] as const;
type DocumentState = (typeof DOCUMENT_STATES)[number];

export const Collection = Answer({
  id: Uuid,
  name: Type.String(),
  documents: Type.Integer(),
  created_at: Timestamp,
});
export type Collection = Static<typeof Collection>;
export const CollectionList = Answer({ collections: Type.Array(Collection) });
export type CollectionList = Static<typeof CollectionList>;

const language = OneOf(LANGUAGES);
export const KnowledgeLanguage = Answer({ language });
export type KnowledgeLanguage = Static<typeof KnowledgeLanguage>;
export const NewLanguage = Input({ language });

const Uploader = Answer({ user_id: Uuid, name: Type.String() });

export const KnowledgeDocument = Answer({
  id: Uuid,
  name: Type.String(),
  collection: Answer({ id: Uuid, name: Type.String() }),
  bytes: Type.Integer(),
  state: OneOf(DOCUMENT_STATES),
  /** Why it failed, in a sentence. */
  reason: Nullable(Type.String()),
  pages: Nullable(Type.Integer()),
  passages: Type.Integer(),
  uploaded_by: Nullable(Uploader),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type KnowledgeDocument = Static<typeof KnowledgeDocument>;

export const DocumentPage = Answer({
  documents: Type.Array(KnowledgeDocument),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
export type DocumentPage = Static<typeof DocumentPage>;

export const DocumentSearch = Input({
  collection_id: Type.Optional(Uuid),
  state: Type.Optional(OneOf(DOCUMENT_STATES)),
  ...Page,
});
export const DocumentRef = Input({ document_id: Uuid });
export const CollectionRef = Input({ collection_id: Uuid });
export const Deleted = Answer({ deleted: Type.Literal(true) });

const content = Type.String({ description: 'The bytes of the file in base64, at most 25 MB' });

export const NewDocument = Input({
  name: Type.String(DOCUMENT_NAME),
  collection: Type.Optional(Type.String(COLLECTION_NAME)),
  content,
});
export const NewContent = Input({ name: Type.Optional(Type.String(DOCUMENT_NAME)), content });

export const KnowledgeSearch = Input({
  query: Type.String({ minLength: 1, maxLength: 1_000 }),
  collection_id: Type.Optional(Uuid),
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
});
export type KnowledgeSearch = Static<typeof KnowledgeSearch>;

const Passage = Answer({
  document_id: Uuid,
  title: Type.String(),
  page: Nullable(Type.Integer()),
  heading: Nullable(Type.String()),
  text: Type.String(),
  highlighted: Type.String(),
  score: Type.Number(),
});
export const PassageList = Answer({ passages: Type.Array(Passage) });
export type PassageList = Static<typeof PassageList>;

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
