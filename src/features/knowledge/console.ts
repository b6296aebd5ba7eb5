import { serve } from '../../doors/signIn.ts';
import { bytesOf } from './upload.ts';
import { knowledgeApi } from './contract.ts';
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
import { searchKnowledge, toSearch } from './search.ts';

export const knowledgeConsole = serve(knowledgeApi, {
  'GET /documents': (ctx, { query }) => listDocuments(ctx, query),
  'POST /documents': async (ctx, { body: { content, ...body } }) =>
    uploadDocument(ctx, { ...body, content: await bytesOf(content) }),
  'PUT /documents': async (ctx, { query, body: { content, name } }) =>
    replaceDocument(ctx, query.document_id, { name, content: await bytesOf(content) }),
  'DELETE /documents': (ctx, { query }) => deleteDocument(ctx, query.document_id),
  'POST /documents/process': (ctx, { query }) => reprocessDocument(ctx, query.document_id),
  'GET /collections': async (ctx) => ({ collections: await listCollections(ctx) }),
  'DELETE /collections': (ctx, { query }) => deleteCollection(ctx, query.collection_id),
  'GET /knowledge/language': readLanguage,
  'PATCH /knowledge/language': (ctx, { body }) => changeLanguage(ctx, body.language),
  'GET /knowledge/search': (ctx, { query }) => searchKnowledge(ctx, toSearch(query)),
});
