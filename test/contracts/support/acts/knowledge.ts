import { documentOf } from '../makers/material.ts';
import { forAccountAndPlatform, type DeclaredActs } from './act.ts';

export const KNOWLEDGE: DeclaredActs = {
  ...forAccountAndPlatform((door, own) => ({
    [`POST ${door}/documents`]: {
      prepare: () => ({ body: documentOf(1) }),
      audit: [['document.uploaded', { name: 'manual-1.txt' }]],
      again: 'anew',
      foreign: 'names none',
    },
    [`PUT ${door}/documents`]: {
      prepare: async (make) => ({
        query: { document_id: await own(make).document() },
        body: { name: 'new.txt', content: 'QWxsIG5ldy4=' },
      }),
      audit: [['document.replaced', { name: 'new.txt' }]],
      again: 'anew',
    },
    [`DELETE ${door}/documents`]: {
      prepare: async (make) => ({ query: { document_id: await own(make).document({ name: 'old.txt' }) } }),
      audit: [['document.deleted', { name: 'old.txt' }]],
      again: 404,
    },
    [`POST ${door}/documents/process`]: {
      prepare: async (make) => ({ query: { document_id: await own(make).document() } }),
      audit: [],
      again: 'anew',
    },
    [`DELETE ${door}/collections`]: {
      prepare: async (make) => ({ query: { collection_id: await own(make).emptyCollection() } }),
      audit: [],
      again: 404,
    },
  })),
  'PATCH /console/v1/knowledge/language': {
    prepare: () => ({ body: { language: 'german' } }),
    audit: [['knowledge.language_changed', { language: 'german' }]],
    again: 200,
    foreign: 'names none',
  },
};
