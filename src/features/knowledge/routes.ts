import { limitSentence } from '../../access/limits/table.ts';
import { operation } from '../../doors/credential.ts';
import { resource, type Resource } from '../../doors/declaration.ts';
import { pageIn } from '../../lib/sql/paging.ts';
import {
  BODY_LIMIT_BYTES,
  CollectionFilter,
  CollectionPage,
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
  UPLOAD_DEADLINE_MS,
} from './contract.ts';
import {
  changeLanguage,
  deleteCollection,
  deleteDocument,
  listCollections,
  listDocuments,
  readLanguage,
  replaceDocument,
  reprocessDocument,
  uploadDocument,
} from './documents.ts';
import { searchKnowledge, toSearch } from './search.ts';
import { bytesOf } from './upload.ts';

const ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const tag = {
  tag: 'Knowledge',
  about: 'The documents that skills and people search, in collections.',
};

const documents = resource(
  '/documents',
  {
    GET: operation({
      operation_id: 'listDocuments',
      summary: 'List documents',
      description: 'Newest first.',
      scope: 'read:knowledge',
      query: DocumentSearch,
      answer: DocumentPage,
      example: { query: { state: 'ready' }, known: { pages: 12, passages: 31 } },
      handle: (ctx, { query }) => listDocuments(ctx, query),
    }),
    POST: operation({
      operation_id: 'uploadDocument',
      summary: 'Upload a document',
      description: `Text, Markdown, CSV, HTML, PDF or DOCX. It is read in the background. ${limitSentence('documents')}`,
      scope: 'write:knowledge',
      body: NewDocument,
      answer: KnowledgeDocument,
      status: 201,
      deadline_ms: UPLOAD_DEADLINE_MS,
      example: {
        body: { name: 'pump-7.txt', collection: 'Manuals', content: 'T3BlbiB0aGUgdmFsdmUu' },
        known: { bytes: 15, uploaded_by: null },
      },
      handle: async (ctx, { body: { content, ...body } }) =>
        uploadDocument(ctx, { ...body, content: await bytesOf(content) }),
    }),
    PUT: operation({
      operation_id: 'replaceDocument',
      summary: 'Replace a document',
      description: 'The search finds the old content until the new content is processed.',
      scope: 'write:knowledge',
      query: DocumentRef,
      body: NewContent,
      answer: KnowledgeDocument,
      errors: ['NOT_FOUND'],
      deadline_ms: UPLOAD_DEADLINE_MS,
      example: {
        query: { document_id: ID },
        body: { content: 'T3BlbiB0aGUgdmFsdmUu' },
        known: { bytes: 15 },
      },
      handle: async (ctx, { query, body: { content, name } }) =>
        replaceDocument(ctx, query.document_id, { name, content: await bytesOf(content) }),
    }),
    DELETE: operation({
      operation_id: 'deleteDocument',
      summary: 'Delete a document',
      description: 'No search finds it from now on.',
      scope: 'write:knowledge',
      query: DocumentRef,
      answer: Deleted,
      errors: ['NOT_FOUND'],
      example: { query: { document_id: ID } },
      handle: (ctx, { query }) => deleteDocument(ctx, query.document_id),
    }),
  },
  { ...tag, body_limit_bytes: BODY_LIMIT_BYTES },
);

const reading = resource(
  '/documents/process',
  {
    POST: operation({
      operation_id: 'reprocessDocument',
      summary: 'Process a document again',
      scope: 'write:knowledge',
      query: DocumentRef,
      answer: KnowledgeDocument,
      errors: ['NOT_FOUND'],
      example: { query: { document_id: ID } },
      handle: (ctx, { query }) => reprocessDocument(ctx, query.document_id),
    }),
  },
  tag,
);

const collections = resource(
  '/collections',
  {
    GET: operation({
      operation_id: 'listCollections',
      summary: 'List collections of documents',
      description: 'By name.',
      scope: 'read:knowledge',
      query: CollectionFilter,
      answer: CollectionPage,
      handle: async (ctx, { query }) => {
        const { shown, ...page } = pageIn(await listCollections(ctx), query);
        return { collections: shown, ...page };
      },
    }),
    DELETE: operation({
      operation_id: 'deleteCollection',
      summary: 'Delete an empty collection',
      description: 'One that holds documents is not deleted, and answered as NOT_FOUND.',
      scope: 'write:knowledge',
      query: CollectionRef,
      answer: Deleted,
      errors: ['NOT_FOUND'],
      example: { query: { collection_id: ID } },
      handle: (ctx, { query }) => deleteCollection(ctx, query.collection_id),
    }),
  },
  tag,
);

const language = resource(
  '/knowledge/language',
  {
    GET: operation({
      operation_id: 'getKnowledgeLanguage',
      summary: 'Read the language that documents are searched in',
      scope: 'read:knowledge',
      answer: KnowledgeLanguage,
      handle: readLanguage,
    }),
    PATCH: operation({
      operation_id: 'updateKnowledgeLanguage',
      summary: 'Change the language that documents are searched in',
      description: 'Every document is read again in the background.',
      scope: 'write:knowledge',
      body: NewLanguage,
      answer: KnowledgeLanguage,
      example: { body: { language: 'german' } },
      handle: (ctx, { body }) => changeLanguage(ctx, body.language),
    }),
  },
  tag,
);

const search = resource(
  '/knowledge/search',
  {
    GET: operation({
      operation_id: 'searchKnowledge',
      summary: 'Search the knowledge base',
      description: "Searches the account's documents and the documents of its bundles.",
      scope: 'read:knowledge',
      query: KnowledgeSearch,
      answer: PassageList,
      example: { query: { query: 'How do I bleed the heating circuit?' } },
      handle: (ctx, { query }) => searchKnowledge(ctx, toSearch(query)),
    }),
  },
  tag,
);

export const knowledgeRoutes: readonly Resource[] = [documents, reading, collections, language, search];
