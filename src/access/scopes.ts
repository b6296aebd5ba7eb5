/** The seventeen scopes in the words of the consent page; what follows from a scope is said too. */
export const SCOPES = {
  'read:sessions':
    'See training sessions, their summaries and recordings, and the procedures that they taught',
  'write:sessions':
    'Change and delete training sessions, and approve or reject the procedures that they taught',
  'read:tasks': 'See tasks',
  'write:tasks': 'Create and change tasks',
  'read:users': 'See the people of the account and their email addresses',
  'manage:users':
    'Invite people to the account, also as admins, who may do everything in it, and deactivate and reactivate people',
  'read:skills': 'See the skills that can be run',
  'write:skills': 'Run skills, which may send data to other systems and fill in forms',
  'read:knowledge': 'See and search the documents of the knowledge base',
  'write:knowledge': 'Add to and change the knowledge base',
  'read:billing': 'See what the account used, as its bill counts it',
  'manage:integrations':
    'Set up integrations, which let other systems create and change tasks, and the apps that the account makes',
  'manage:devices': 'Set up devices and seats, and so who works with which glasses',
  'manage:webhooks':
    'Have everything that happens to tasks, sessions and skills sent to addresses of its choice, and see and ' +
    'change where else it is sent',
  'manage:api_keys':
    'Create and revoke API keys, which work without this app, and see what keys and apps ask of the account',
  'read:forms': 'See forms and what was filled in',
  'manage:forms': 'Create, change and delete forms',
} as const;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES = Object.keys(SCOPES).filter(isScope);

function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text);
}
