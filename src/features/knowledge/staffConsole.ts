import { resource, type Resource } from '../../doors/declaration.ts';
import { staffOperation } from '../../doors/session.ts';
import { actAsPlatform } from '../../access/platform.ts';
import { BODY_LIMIT_BYTES, bytesOf, DEADLINE_MS } from './arriving.ts';
import {
  CollectionList,
  CollectionRef,
  Deleted,
  DocumentPage,
  DocumentRef,
  DocumentSearch,
  KnowledgeDocument,
  KnowledgeSearch,
  NewContent,
  NewDocument,
  PassageList,
} from './contract.ts';
import {
  deleteCollection,
  deleteDocument,
  listCollections,
  listDocuments,
  reprocessDocument,
  replaceDocument,
  uploadDocument,
} from './documents.ts';
import { searchKnowledge, wantedFrom } from './search.ts';

const TAG = { tag: 'Staff', body_limit_bytes: BODY_LIMIT_BYTES };

const documents = resource(
  '/staff/documents',
  {
    GET: staffOperation({
      summary: "List the platform's documents",
      query: DocumentSearch,
      answer: DocumentPage,
      handle: (staff, { query }) => listDocuments(actAsPlatform(staff), query),
    }),
    POST: staffOperation({
      summary: 'Upload a document of the platform',
      body: NewDocument,
      answer: KnowledgeDocument,
      status: 201,
      deadline_ms: DEADLINE_MS,
      handle: async (staff, { body: { content, ...body } }) =>
        uploadDocument(actAsPlatform(staff), { ...body, content: await bytesOf(content) }),
    }),
    PUT: staffOperation({
      summary: 'Replace a document of the platform',
      query: DocumentRef,
      body: NewContent,
      answer: KnowledgeDocument,
      deadline_ms: DEADLINE_MS,
      handle: async (staff, { query: { document_id }, body: { content, name } }) =>
        replaceDocument(actAsPlatform(staff), document_id, {
          name,
          content: await bytesOf(content),
        }),
    }),
    DELETE: staffOperation({
      summary: 'Delete a document of the platform',
      query: DocumentRef,
      answer: Deleted,
      handle: (staff, { query }) => deleteDocument(actAsPlatform(staff), query.document_id),
    }),
  },
  TAG,
);

const reading = resource(
  '/staff/documents/process',
  {
    POST: staffOperation({
      summary: 'Read a document of the platform once more',
      query: DocumentRef,
      answer: KnowledgeDocument,
      handle: (staff, { query }) => reprocessDocument(actAsPlatform(staff), query.document_id),
    }),
  },
  TAG,
);

const collections = resource(
  '/staff/collections',
  {
    GET: staffOperation({
      summary: "List the platform's own collections",
      answer: CollectionList,
      handle: async (staff) => ({ collections: await listCollections(actAsPlatform(staff)) }),
    }),
    DELETE: staffOperation({
      summary: 'Delete an empty collection of the platform',
      query: CollectionRef,
      answer: Deleted,
      handle: (staff, { query }) => deleteCollection(actAsPlatform(staff), query.collection_id),
    }),
  },
  TAG,
);

const search = resource(
  '/staff/knowledge/search',
  {
    GET: staffOperation({
      summary: 'Search what the platform knows',
      query: KnowledgeSearch,
      answer: PassageList,
      handle: (staff, { query }) => searchKnowledge(actAsPlatform(staff), wantedFrom(query)),
    }),
  },
  TAG,
);

/** What the platform knows: the verbs of accounts, on collections that bundles give to them. */
export const knowledgeStaffConsole: readonly Resource[] = [documents, reading, collections, search];
