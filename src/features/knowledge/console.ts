import { resource, type Resource } from '../../doors/declaration.ts';
import { consoleOperation } from '../../doors/session.ts';
import { BODY_LIMIT_BYTES, bytesOf, DEADLINE_MS } from './arriving.ts';
import {
  CollectionList,
  CollectionRef,
  Deleted,
  DocumentPage,
  DocumentRef,
  DocumentSearch,
  KnowledgeDocument,
  KnowledgeLanguage,
  KnowledgeSearch,
  NewContent,
  NewDocument,
  NewLanguage,
  PassageList,
} from './contract.ts';
import {
  changeLanguage,
  deleteCollection,
  deleteDocument,
  listCollections,
  listDocuments,
  readLanguage,
  reprocessDocument,
  replaceDocument,
  uploadDocument,
} from './documents.ts';
import { searchKnowledge, wantedFrom } from './search.ts';

const TAG = { tag: 'Knowledge', body_limit_bytes: BODY_LIMIT_BYTES };

const documents = resource(
  '/documents',
  {
    GET: consoleOperation({
      summary: 'List documents',
      role: 'member',
      query: DocumentSearch,
      answer: DocumentPage,
      handle: (ctx, { query }) => listDocuments(ctx, query),
    }),
    POST: consoleOperation({
      summary: 'Upload a document',
      role: 'admin',
      body: NewDocument,
      answer: KnowledgeDocument,
      status: 201,
      deadline_ms: DEADLINE_MS,
      handle: async (ctx, { body: { content, ...body } }) =>
        uploadDocument(ctx, { ...body, content: await bytesOf(content) }),
    }),
    PUT: consoleOperation({
      summary: 'Replace a document',
      role: 'admin',
      query: DocumentRef,
      body: NewContent,
      answer: KnowledgeDocument,
      deadline_ms: DEADLINE_MS,
      handle: async (ctx, { query, body: { content, name } }) =>
        replaceDocument(ctx, query.document_id, { name, content: await bytesOf(content) }),
    }),
    DELETE: consoleOperation({
      summary: 'Delete a document',
      role: 'admin',
      query: DocumentRef,
      answer: Deleted,
      handle: (ctx, { query }) => deleteDocument(ctx, query.document_id),
    }),
  },
  TAG,
);

const reading = resource(
  '/documents/process',
  {
    POST: consoleOperation({
      summary: 'Read a document once more',
      role: 'admin',
      query: DocumentRef,
      answer: KnowledgeDocument,
      handle: (ctx, { query }) => reprocessDocument(ctx, query.document_id),
    }),
  },
  TAG,
);

const collections = resource(
  '/collections',
  {
    GET: consoleOperation({
      summary: 'List collections of documents',
      role: 'member',
      answer: CollectionList,
      handle: async (ctx) => ({ collections: await listCollections(ctx) }),
    }),
    DELETE: consoleOperation({
      summary: 'Delete an empty collection',
      role: 'admin',
      query: CollectionRef,
      answer: Deleted,
      handle: (ctx, { query }) => deleteCollection(ctx, query.collection_id),
    }),
  },
  TAG,
);

const language = resource(
  '/knowledge/language',
  {
    GET: consoleOperation({
      summary: 'Read the language that documents are searched in',
      role: 'member',
      answer: KnowledgeLanguage,
      handle: readLanguage,
    }),
    PATCH: consoleOperation({
      summary: 'Change the language, which reads every document again',
      role: 'admin',
      body: NewLanguage,
      answer: KnowledgeLanguage,
      handle: (ctx, { body }) => changeLanguage(ctx, body.language),
    }),
  },
  TAG,
);

const search = resource(
  '/knowledge/search',
  {
    GET: consoleOperation({
      summary: 'Search the knowledge base',
      role: 'member',
      query: KnowledgeSearch,
      answer: PassageList,
      handle: (ctx, { query }) => searchKnowledge(ctx, wantedFrom(query)),
    }),
  },
  TAG,
);

export const knowledgeConsole: readonly Resource[] = [documents, reading, collections, language, search];
