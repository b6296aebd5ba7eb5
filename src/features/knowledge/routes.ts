import { limitSentence } from '../../access/limits/table.ts';
import { operation, publishToApi } from '../../doors/credential.ts';
import { groupIntoResources } from '../../doors/declaration.ts';
import { serveDashboardApi } from '../../doors/signIn.ts';
import { pageOfWholeList } from '../../lib/sql/paging.ts';
import {
  DOCUMENT_BODY_LIMIT_BYTES,
  CollectionFilter,
  CollectionPage,
  DocumentPage,
  DocumentListQuery,
  knowledgeApi,
} from './contract.ts';
import {
  changeSearchLanguage,
  deleteCollection,
  deleteDocument,
  listCollections,
  listDocuments,
  listDocumentsWithDetails,
  readSearchLanguage,
  replaceDocument,
  reprocessDocument,
  uploadDocument,
} from './documents.ts';
import { searchKnowledge, toPassageSearch } from './search.ts';
import { decodeBase64Content } from './upload.ts';

export const knowledgeDashboardRoutes = serveDashboardApi(knowledgeApi, {
  'GET /documents': (ctx, { query }) => listDocumentsWithDetails(ctx, query),
  'POST /documents': async (ctx, { body: { content, ...body } }) =>
    uploadDocument(ctx, { ...body, content: await decodeBase64Content(content) }),
  'PUT /documents': async (ctx, { query, body: { content, name } }) =>
    replaceDocument(ctx, query.document_id, { name, content: await decodeBase64Content(content) }),
  'DELETE /documents': (ctx, { query }) => deleteDocument(ctx, query.document_id),
  'POST /documents/process': (ctx, { query }) => reprocessDocument(ctx, query.document_id),
  'GET /collections': async (ctx) => ({ collections: await listCollections(ctx) }),
  'DELETE /collections': (ctx, { query }) => deleteCollection(ctx, query.collection_id),
  'GET /knowledge/language': readSearchLanguage,
  'PATCH /knowledge/language': (ctx, { body }) => changeSearchLanguage(ctx, body.language),
  'GET /knowledge/search': (ctx, { query }) => searchKnowledge(ctx, toPassageSearch(query)),
});

const ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const tag = {
  tag: 'Knowledge',
  about: 'Documents in collections, which users and skills can search.',
};

export const knowledgeRoutes = [
  ...groupIntoResources(
    { ...tag, body_limit_bytes: DOCUMENT_BODY_LIMIT_BYTES },
    {
      // This operation is not published from the dashboard's declaration, whose answer has additional members.
      'GET /documents': operation({
        operation_id: 'listDocuments',
        summary: 'List documents',
        description: 'Newest first.',
        scope: 'read:knowledge',
        query: DocumentListQuery,
        answer: DocumentPage,
        example: { query: { state: 'ready' }, known: { pages: 12, passages: 31 } },
        handle: (ctx, { query }) => listDocuments(ctx, query),
      }),
      ...publishToApi(knowledgeDashboardRoutes, {
        'POST /documents': {
          operation_id: 'uploadDocument',
          summary: 'Upload a document',
          description:
            'Accepts text, Markdown, CSV, HTML, PDF and DOCX. The document is processed in the ' +
            'background. ' +
            limitSentence('documents'),
          scope: 'write:knowledge',
          example: {
            body: { name: 'pump-7.txt', collection: 'Manuals', content: 'T3BlbiB0aGUgdmFsdmUu' },
            known: { bytes: 15, uploaded_by: null },
          },
        },
        'PUT /documents': {
          operation_id: 'replaceDocument',
          summary: 'Replace a document',
          description: 'The search finds the old content until the new content is processed.',
          scope: 'write:knowledge',
          errors: ['NOT_FOUND'],
          example: {
            query: { document_id: ID },
            body: { content: 'T3BlbiB0aGUgdmFsdmUu' },
            known: { bytes: 15 },
          },
        },
        'DELETE /documents': {
          operation_id: 'deleteDocument',
          summary: 'Delete a document',
          description: 'Searches no longer find the document.',
          scope: 'write:knowledge',
          errors: ['NOT_FOUND'],
          example: { query: { document_id: ID } },
        },
      }),
    },
  ),
  ...groupIntoResources(tag, {
    ...publishToApi(knowledgeDashboardRoutes, {
      'POST /documents/process': {
        operation_id: 'reprocessDocument',
        summary: 'Process a document again',
        scope: 'write:knowledge',
        errors: ['NOT_FOUND'],
        example: { query: { document_id: ID } },
      },
      'DELETE /collections': {
        operation_id: 'deleteCollection',
        summary: 'Delete an empty collection',
        description: 'NOT_FOUND if the collection contains documents.',
        scope: 'write:knowledge',
        errors: ['NOT_FOUND'],
        example: { query: { collection_id: ID } },
      },
      'GET /knowledge/language': {
        operation_id: 'getKnowledgeLanguage',
        summary: 'Read the language that documents are searched in',
        scope: 'read:knowledge',
      },
      'PATCH /knowledge/language': {
        operation_id: 'updateKnowledgeLanguage',
        summary: 'Change the language that documents are searched in',
        description: 'All documents are processed again in the background.',
        scope: 'write:knowledge',
        example: { body: { language: 'german' } },
      },
      'GET /knowledge/search': {
        operation_id: 'searchKnowledge',
        summary: 'Search the knowledge base',
        description: "Searches the account's documents and the documents of its bundles.",
        scope: 'read:knowledge',
        example: { query: { query: 'How do I bleed the heating circuit?' } },
      },
    }),
    'GET /collections': operation({
      operation_id: 'listCollections',
      summary: 'List collections of documents',
      description: 'By name.',
      scope: 'read:knowledge',
      query: CollectionFilter,
      answer: CollectionPage,
      handle: async (ctx, { query }) => pageOfWholeList('collections', await listCollections(ctx), query),
    }),
  }),
];
