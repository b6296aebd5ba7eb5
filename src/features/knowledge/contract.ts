import { Type, type Static } from '../../lib/schema/type.ts';
import { defineDashboardApi } from '../../access/dashboardApi.ts';
import { nameRule } from '../../lib/schema/rules.ts';
import {
  About,
  Answer,
  CountedPage,
  Input,
  Nullable,
  OneOf,
  Page,
  Person,
  ReasonDetails,
  Timestamp,
  Uuid,
} from '../../lib/schema/schema.ts';
import { SEARCH_LANGUAGES } from './languages.ts';

export const COLLECTION_NAME_RULE = nameRule(200);
export const DOCUMENT_NAME_RULE = nameRule(255);

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
  description: 'The language for stemming words. `simple` disables stemming.',
});
export const KnowledgeLanguage = Answer(
  { language },
  { title: 'KnowledgeLanguage', description: 'The language that documents are searched in.' },
);
export type KnowledgeLanguage = Static<typeof KnowledgeLanguage>;
const NewLanguage = Input(
  { language },
  { title: 'NewLanguage', description: 'The language to search documents in.' },
);

const Uploader = Person;

const documentName = Type.String({
  ...DOCUMENT_NAME_RULE,
  description: 'The name of the file. Its extension determines the format.',
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

/**
 * A document as the dashboard lists it: with `reason_details`, from which the page builds the reason in the reader's
 * language.
 */
const DocumentListItem = Answer({ ...KnowledgeDocument.properties, reason_details: ReasonDetails });
export type DocumentListItem = Static<typeof DocumentListItem>;
const ListedDocumentPage = Answer({ documents: Type.Array(DocumentListItem), ...CountedPage });

export const DocumentListQuery = Input({
  collection_id: Type.Optional(About('Only documents of this collection.', Uuid)),
  state: Type.Optional(OneOf(DOCUMENT_STATES, { description: 'Only documents in this state.' })),
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Words of the name, in any order. Each can be the beginning of a word.',
    }),
  ),
  ...Page,
});
const DocumentRef = Input({ document_id: documentId });
const CollectionRef = Input({ collection_id: collectionId });
const Deleted = Answer(
  { deleted: Type.Literal(true, { description: 'Always true: the record no longer exists.' }) },
  { title: 'Deleted', description: 'A confirmation of the deletion.' },
);

const content = Type.String({
  description: 'The bytes of the file in base64, at most 25 MB',
  examples: ['T3BlbiB0aGUgdmFsdmUu'],
});

const NewDocument = Input(
  {
    name: documentName,
    collection: Type.Optional(
      Type.String({
        ...COLLECTION_NAME_RULE,
        description: 'The name of its collection. The collection is created if it does not exist.',
      }),
    ),
    content,
  },
  { title: 'NewDocument', description: 'A document to upload.' },
);
const NewContent = Input(
  { name: Type.Optional(documentName), content },
  { title: 'NewContent', description: 'The new content of a document.' },
);

export const KnowledgeSearchQuery = Input({
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
    description: 'The maximum number of passages.',
  }),
});
export type KnowledgeSearchQuery = Static<typeof KnowledgeSearchQuery>;

const Passage = Answer(
  {
    document_id: documentId,
    title: Type.String({ description: 'The name of the document.', examples: ['pump-7.pdf'] }),
    page: Nullable(Type.Integer({ description: 'The page, if the document has pages.', examples: [12] })),
    heading: Nullable(Type.String({ description: 'The heading above the passage.', examples: ['Bleeding'] })),
    text: Type.String({ description: 'The passage.', examples: ['Open the upper valve.'] }),
    highlighted: Type.String({
      description: 'The passage as HTML, with the matching words in `<mark>`.',
      examples: ['Open the upper <mark>valve</mark>.'],
    }),
    score: Type.Number({ description: 'The relevance of the passage. Higher is better.', examples: [0.83] }),
    is_weak: Type.Boolean({
      description:
        'True if the passage contains less than half of the query. Rare words count more than common ones.',
      examples: [false],
    }),
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
  search?: string | undefined;
  limit: number;
  offset: number;
};

export type PassageSearch = {
  query: string;
  limit?: number | undefined;
  /** Without `collection_ids`, all collections are searched that the account has access to. */
  collection_ids?: readonly string[] | undefined;
};

/** `highlighted` is the passage as HTML: escaped, with the search terms in `<mark>`. */
export type PassageMatch = {
  document_id: string;
  title: string;
  page: number | null;
  heading: string | null;
  text: string;
  highlighted: string;
  score: number;
  is_weak: boolean;
};

/** Fits a file of 25 MB in base64 and the other members of the request body. */
export const DOCUMENT_BODY_LIMIT_BYTES = 36 * 1024 * 1024;
/** The file store may need this long for the largest file. */
const UPLOAD_DEADLINE_MS = 60_000;

export const knowledgeApi = defineDashboardApi(
  {
    'GET /documents': {
      role: 'member',
      for_platform: true,
      query: DocumentListQuery,
      answer: ListedDocumentPage,
    },
    'POST /documents': {
      role: 'admin',
      for_platform: true,
      body: NewDocument,
      answer: KnowledgeDocument,
      status: 201,
      deadline_ms: UPLOAD_DEADLINE_MS,
    },
    'PUT /documents': {
      role: 'admin',
      for_platform: true,
      query: DocumentRef,
      body: NewContent,
      answer: KnowledgeDocument,
      deadline_ms: UPLOAD_DEADLINE_MS,
    },
    'DELETE /documents': { role: 'admin', for_platform: true, query: DocumentRef, answer: Deleted },
    'POST /documents/process': {
      role: 'admin',
      for_platform: true,
      query: DocumentRef,
      answer: KnowledgeDocument,
    },
    'GET /collections': { role: 'member', for_platform: true, answer: CollectionList },
    'DELETE /collections': { role: 'admin', for_platform: true, query: CollectionRef, answer: Deleted },
    'GET /knowledge/language': { role: 'member', answer: KnowledgeLanguage },
    'PATCH /knowledge/language': { role: 'admin', body: NewLanguage, answer: KnowledgeLanguage },
    'GET /knowledge/search': {
      role: 'member',
      for_platform: true,
      query: KnowledgeSearchQuery,
      answer: PassageList,
    },
  },
  { body_limit_bytes: DOCUMENT_BODY_LIMIT_BYTES },
);
