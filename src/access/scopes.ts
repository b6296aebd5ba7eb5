import { translator, type LocalizedText } from '../lib/text/translation.ts';
import { texts as de } from './de.ts';

/** All scopes with the texts of the consent page. A text also names indirect effects of its scope. */
export const SCOPES = {
  'read:sessions': 'See training sessions with their summaries, recordings and procedures',
  'write:sessions': 'Change and delete training sessions, and approve or reject their procedures',
  'read:tasks': 'See tasks',
  'write:tasks': 'Create and change tasks',
  'read:users': 'See the people of the account and their email addresses',
  'manage:users':
    'Invite people to the account, including admins with full access, and deactivate or reactivate people',
  'read:skills': 'See the skills that can be run',
  'write:skills': 'Run skills, which may send data to other systems and fill in forms',
  'read:knowledge': 'See and search the documents of the knowledge base',
  'write:knowledge': 'Add, change and delete documents of the knowledge base',
  'read:billing': 'See the usage that the account is billed for',
  'manage:integrations':
    'Set up integrations, which let other systems create and change tasks, and manage the apps of the account',
  'manage:devices': 'Set up devices and seats, and assign glasses to people',
  'manage:webhooks':
    'Send events about tasks, sessions and skills to any address, and see and change all webhook endpoints',
  'manage:api_keys':
    'Create and revoke API keys, which work without this app, and see the requests of keys and apps',
  'read:forms': 'See forms and submissions',
  'manage:forms': 'Create, change and delete forms',
} as const;

export type Scope = keyof typeof SCOPES;

const t = translator({ de });

export function describeScope(scope: Scope): LocalizedText {
  return t(SCOPES[scope]);
}

export const ALL_SCOPES = Object.keys(SCOPES).filter(isScope);

function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text);
}
