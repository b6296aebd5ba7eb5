import { ACCOUNT } from './account.ts';
import type { DeclaredActs } from './act.ts';
import { withApiKeyActs } from './byKey.ts';
import { DEVELOPERS } from './developers.ts';
import { KNOWLEDGE } from './knowledge.ts';
import { MATERIAL } from './material.ts';
import { STAFF } from './staff.ts';
import { WORK } from './work.ts';

/**
 * Operations that API keys cannot call at this path: endpoints have their own path in the contract, and secrets are
 * shown only at creation.
 */
const NOT_BY_KEY = [
  'POST /console/v1/endpoints',
  'POST /console/v1/inboxes',
  'DELETE /console/v1/endpoints',
  'POST /console/v1/endpoints/reveal',
  'POST /console/v1/delivery/resend',
];

export const ACTS: DeclaredActs = {
  ...WORK,
  ...MATERIAL,
  ...KNOWLEDGE,
  ...ACCOUNT,
  ...DEVELOPERS,
  ...STAFF,
  ...withApiKeyActs(ACCOUNT, /^\/(?:keys|seats|integrations)/),
  ...withApiKeyActs(WORK, /^\/procedures/),
  ...withApiKeyActs(KNOWLEDGE, /^\/(?:documents|collections)/),
  ...withApiKeyActs(DEVELOPERS, /^\/(?:endpoints|delivery|retries|apps)/, NOT_BY_KEY),
  'POST /mcp': {
    prepare: () => {
      const params = { name: 'create_task', arguments: { title: 'Check' } };
      return { body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } };
    },
    audit: [],
    again: 'anew',
    foreign: 'names none',
  },
  'PATCH /v1/knowledge/language': {
    prepare: () => ({ body: { language: 'french' } }),
    audit: [['knowledge.language_changed', { language: 'french' }]],
    again: 200,
    foreign: 'names none',
    // Every document is read again in the new language.
    moves: { knowledge_documents: 'all' },
  },
};
