/** The seventeen scopes, in plain words as a person is asked to grant them. */
export const SCOPES = {
  'read:sessions': 'See training sessions',
  'write:sessions': 'Change and delete training sessions',
  'read:tasks': 'See tasks',
  'write:tasks': 'Create and change tasks',
  'read:users': 'See the people of the account',
  'manage:users': 'Invite people to the account',
  'read:skills': 'See skills',
  'write:skills': 'Run skills',
  'read:knowledge': 'Search the knowledge base',
  'write:knowledge': 'Add to and change the knowledge base',
  'read:billing': 'See billing',
  'manage:integrations': 'Set up integrations',
  'manage:devices': 'Set up devices and seats',
  'manage:webhooks': 'Set up webhook endpoints',
  'manage:api_keys': 'Create and revoke API keys',
  'read:forms': 'See forms',
  'manage:forms': 'Create, change and delete forms',
} as const;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES = Object.keys(SCOPES).filter(isScope);

export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text);
}
