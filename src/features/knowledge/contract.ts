import { Type, type Static } from '../../lib/schema/type.ts';
import { consoleApi } from '../../access/consoleApi.ts';
import { name } from '../../lib/schema/rules.ts';
import {
  About,
  Answer,
  CountedPage,
  Input,
  Nullable,
  OneOf,
  Page,
  Person,
  Timestamp,
  Uuid,
} from '../../lib/schema/schema.ts';
import { SEARCH_LANGUAGES } from './languages.ts';

export const COLLECTION_NAME = name(200);
export const DOCUMENT_NAME = name(255);

export type SearchLanguage = (typeof SEARCH_LANGUAGES)[number];

const DOCUMENT_STATES = ['queued', 'processing', 'ready', 'failed'] as const;
type DocumentState = (typeof DOCUMENT_STATES)[number];

const collectionId = About('The id of the collection.', Uuid);
const documentId = About('The id of the document.', Uuid);
const collectionName = Type.String({
  description: 'The name of the collection.',
  examples: ['Manuals'],
});

export const Collection = Answer(
  {
    id: collectionId,
    name: collectionName,
    documents: Type.Integer({ description: 'The number of documents in the collection.' }),
    created_at: About('The time at which the collection was created.', Timestamp),
  },
  { title: 'Collection', description: 'A collection of documents.' },
);
export type Collection = Static<typeof Collection>;
export const CollectionList = Answer({ collections: Type.Array(Collection) });
export type CollectionList = Static<typeof CollectionList>;
export const CollectionFilter = Input(Page);
export const CollectionPage = Answer(
  { collections: Type.Array(Collection, { description: 'The collections of this page.' }), ...CountedPage },
  { title: 'CollectionPage', description: 'A page of collections.' },
);

const language = OneOf(SEARCH_LANGUAGES, {
  description: 'The language that words are reduced to their stems in; `simple` does not reduce them.',
});
export const KnowledgeLanguage = Answer(
  { language },
  { title: 'KnowledgeLanguage', description: 'The language that documents are searched in.' },
);
export type KnowledgeLanguage = Static<typeof KnowledgeLanguage>;
export const NewLanguage = Input(
  { language },
  { title: 'NewLanguage', description: 'The language to search documents in.' },
);

const Uploader = Person;

const documentName = Type.String({
  ...DOCUMENT_NAME,
  description: 'The name of the file, whose ending tells its format.',
  examples: ['pump-7.pdf'],
});

export const KnowledgeDocument = Answer(
  {
    id: documentId,
    name: Type.String({ description: 'The name of the file.', examples: ['pump-7.pdf'] }),
    collection: Answer(
      { id: collectionId, name: collectionName },
      { title: 'DocumentCollection', description: 'The collection that it belongs to.' },
    ),
    bytes: Type.Integer({ description: 'The size of the file.', examples: [48_211] }),
    state: OneOf(DOCUMENT_STATES, { description: 'The processing state of the document.' }),
    reason: Nullable(
      Type.String({ description: 'The reason why the document could not be processed, in a sentence.' }),
    ),
    pages: Nullable(Type.Integer({ description: 'The number of pages, if the format has pages.' })),
    passages: Type.Integer({
      description: 'The number of passages that the search can find.',
      examples: [0],
    }),
    uploaded_by: About('The user who uploaded the document. Null for keys and apps.', Nullable(Uploader)),
    created_at: About('The time at which the document was uploaded.', Timestamp),
    updated_at: About('The time at which the document was last replaced or processed.', Timestamp),
  },
  { title: 'KnowledgeDocument', description: 'A document of the knowledge base.' },
);
export type KnowledgeDocument = Static<typeof KnowledgeDocument>;

export const DocumentPage = Answer(
  {
    documents: Type.Array(KnowledgeDocument, { description: 'The documents of this page.' }),
    ...CountedPage,
  },
  { title: 'DocumentPage', description: 'A page of documents.' },
);

export const DocumentSearch = Input({
  collection_id: Type.Optional(About('Only documents of this collection.', Uuid)),
  state: Type.Optional(OneOf(DOCUMENT_STATES, { description: 'Only deliveries in this state.' })),
  ...Page,
});
export const DocumentRef = Input({ document_id: documentId });
export const CollectionRef = Input({ collection_id: collectionId });
export const Deleted = Answer(
  { deleted: Type.Literal(true, { description: 'Always true: the record no longer exists.' }) },
  { title: 'Deleted', description: 'A confirmation of the deletion.' },
);

const content = Type.String({
  description: 'The bytes of the file in base64, at most 25 MB',
  examples: ['T3BlbiB0aGUgdmFsdmUu'],
});

export const NewDocument = Input(
  {
    name: documentName,
    collection: Type.Optional(
      Type.String({
        ...COLLECTION_NAME,
        description: 'The name of its collection, which is made where there is none of that name.',
      }),
    ),
    content,
  },
  { title: 'NewDocument', description: 'A document to upload.' },
);
export const NewContent = Input(
  { name: Type.Optional(documentName), content },
  { title: 'NewContent', description: 'The new content of a document.' },
);

export const KnowledgeSearch = Input({
  query: Type.String({
    minLength: 1,
    maxLength: 1_000,
    description: 'The question or words to find.',
  }),
  collection_id: Type.Optional(About('Only this collection.', Uuid)),
  limit: Type.Integer({
    minimum: 1,
    maximum: 50,
    default: 10,
    description: 'The most passages to find.',
  }),
});
export type KnowledgeSearch = Static<typeof KnowledgeSearch>;

const Passage = Answer(
  {
    document_id: documentId,
    title: Type.String({ description: 'The name of the document.', examples: ['pump-7.pdf'] }),
    page: Nullable(Type.Integer({ description: 'The page, where the document has pages.', examples: [12] })),
    heading: Nullable(Type.String({ description: 'The heading above it.', examples: ['Bleeding'] })),
    text: Type.String({ description: 'The passage.', examples: ['Open the upper valve.'] }),
    highlighted: Type.String({
      description: 'The passage as HTML, with the matching words in `<mark>`.',
      examples: ['Open the upper <mark>valve</mark>.'],
    }),
    score: Type.Number({ description: 'The relevance of the passage. Higher is better.', examples: [0.83] }),
  },
  { title: 'Passage', description: 'A passage of a document.' },
);
export const PassageList = Answer(
  { passages: Type.Array(Passage, { description: 'The passages, the best first.' }) },
  { title: 'PassageList', description: 'Passages that answer a question.' },
);
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
export const BODY_LIMIT_BYTES = 36 * 1024 * 1024;
/** Storing such a file may be slow. */
export const UPLOAD_DEADLINE_MS = 60_000;

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
      deadline_ms: UPLOAD_DEADLINE_MS,
    },
    'PUT /documents': {
      summary: 'Replace a document',
      platform_summary: 'Replace a document of the platform',
      role: 'admin',
      query: DocumentRef,
      body: NewContent,
      answer: KnowledgeDocument,
      deadline_ms: UPLOAD_DEADLINE_MS,
    },
    'DELETE /documents': {
      summary: 'Delete a document',
      platform_summary: 'Delete a document of the platform',
      role: 'admin',
      query: DocumentRef,
      answer: Deleted,
    },
    'POST /documents/process': {
      summary: 'Process a document again',
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
