import { Type, type Static } from 'typebox';
import { consoleApi } from '../../lib/declaration.ts';
import { name } from '../../lib/rules.ts';
import { Answer, Input, Nullable, OneOf, Page, Person, Timestamp, Uuid } from '../../lib/schema.ts';

export const COLLECTION_NAME = name(200);
export const DOCUMENT_NAME = name(255);

/** The languages that PostgreSQL 15 can stem; simple does not stem. */
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
const NewLanguage = Input({ language });

const Uploader = Person;

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

const DocumentPage = Answer({
  documents: Type.Array(KnowledgeDocument),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});

const DocumentSearch = Input({
  collection_id: Type.Optional(Uuid),
  state: Type.Optional(OneOf(DOCUMENT_STATES)),
  ...Page,
});
const DocumentRef = Input({ document_id: Uuid });
const CollectionRef = Input({ collection_id: Uuid });
const Deleted = Answer({ deleted: Type.Literal(true) });

const content = Type.String({ description: 'The bytes of the file in base64, at most 25 MB' });

const NewDocument = Input({
  name: Type.String(DOCUMENT_NAME),
  collection: Type.Optional(Type.String(COLLECTION_NAME)),
  content,
});
const NewContent = Input({ name: Type.Optional(Type.String(DOCUMENT_NAME)), content });

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
  /** Without it, all collections that the account may read. */
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

/** A file of 25 MB as base64, with the rest of the body. */
const BODY_LIMIT_BYTES = 36 * 1024 * 1024;
/** Storing such a file may be slow. */
const DEADLINE_MS = 60_000;

export const knowledgeApi = consoleApi(
  {
    'GET /documents': {
      summary: 'List documents',
      platform_summary: "List the platform's documents",
      role: 'member',
      query: DocumentSearch,
      answer: DocumentPage,
    },
    'POST /documents': {
      summary: 'Upload a document',
      platform_summary: 'Upload a document of the platform',
      role: 'admin',
      body: NewDocument,
      answer: KnowledgeDocument,
      status: 201,
      deadline_ms: DEADLINE_MS,
    },
    'PUT /documents': {
      summary: 'Replace a document',
      platform_summary: 'Replace a document of the platform',
      role: 'admin',
      query: DocumentRef,
      body: NewContent,
      answer: KnowledgeDocument,
      deadline_ms: DEADLINE_MS,
    },
    'DELETE /documents': {
      summary: 'Delete a document',
      platform_summary: 'Delete a document of the platform',
      role: 'admin',
      query: DocumentRef,
      answer: Deleted,
    },
    'POST /documents/process': {
      summary: 'Read a document once more',
      platform_summary: 'Read a document of the platform once more',
      role: 'admin',
      query: DocumentRef,
      answer: KnowledgeDocument,
    },
    'GET /collections': {
      summary: 'List collections of documents',
      platform_summary: "List the platform's own collections",
      role: 'member',
      answer: CollectionList,
    },
    'DELETE /collections': {
      summary: 'Delete an empty collection',
      platform_summary: 'Delete an empty collection of the platform',
      role: 'admin',
      query: CollectionRef,
      answer: Deleted,
    },
    'GET /knowledge/language': {
      summary: 'Read the language that documents are searched in',
      role: 'member',
      answer: KnowledgeLanguage,
    },
    'PATCH /knowledge/language': {
      summary: 'Change the language, which reads every document again',
      role: 'admin',
      body: NewLanguage,
      answer: KnowledgeLanguage,
    },
    'GET /knowledge/search': {
      summary: 'Search the knowledge base',
      platform_summary: 'Search what the platform knows',
      role: 'member',
      query: KnowledgeSearch,
      answer: PassageList,
    },
  },
  { tag: 'Knowledge', body_limit_bytes: BODY_LIMIT_BYTES },
);
