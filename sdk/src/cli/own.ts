import type { WebhookEvent } from '../records.ts';
import { PAGE_NOUNS } from './pages.ts';
import type { Input, Usage } from './verbs.ts';

const EVENT_TYPES: readonly WebhookEvent['event'][] = [
  'task.created',
  'task.status_changed',
  'task.completed',
  'session.started',
  'session.completed',
  'skill.executed',
];

/** Commands that do not correspond to an operation of the API. */
export const CLIENT_COMMANDS: readonly Usage[] = [
  own('login', 'Keep an address and an API key, or connect by OAuth with the id of an app.', [
    { name: 'url', kind: 'text', about: 'The address of the service.' },
    { name: 'client_id', kind: 'text', about: 'The id of an app to connect by.' },
    {
      name: 'port',
      kind: 'number',
      about: "The port of the app's redirect URI, http://127.0.0.1:8976/callback.",
    },
    { name: 'scopes', kind: 'list', about: 'Fewer scopes than the app may have.' },
  ]),
  own('logout', 'Forget them; what was connected is revoked.', []),
  own('whoami', 'Say whose key or connection this is, and what it may do.', []),
  own('profiles', 'List the stored logins; login --profile stores one.', []),
  own('open', 'Open the dashboard, a list or the page of a record in a browser.', [
    {
      name: 'noun',
      kind: 'text',
      about: 'The kind of the record.',
      choices: PAGE_NOUNS,
      is_positional: true,
    },
    { name: 'id', kind: 'text', about: 'The id of the record.', is_positional: true },
  ]),
  own('listen', 'Receive events here until Ctrl-C, and pass each on as a delivery.', [
    { name: 'forward', kind: 'text', about: 'Where to, http://localhost:3000/hook for instance.' },
    { name: 'events', kind: 'list', about: 'Only events of these types.', choices: EVENT_TYPES },
  ]),
  own('logs', 'Show the requests of the account as they come, until Ctrl-C.', [
    { name: 'what', kind: 'text', about: 'What to do.', choices: ['tail'], is_positional: true },
    { name: 'status', kind: 'text', about: 'Only requests that were answered so, 404 or 4xx.' },
  ]),
  own('trigger', 'Make an event happen.', [
    {
      name: 'event',
      kind: 'text',
      about: 'Which one.',
      choices: ['task.created', 'task.status_changed', 'task.completed'],
      is_positional: true,
    },
  ]),
  own('completion', 'Write what a shell completes commands by.', [
    {
      name: 'shell',
      kind: 'text',
      about: 'For which one.',
      choices: ['bash', 'zsh', 'fish'],
      is_positional: true,
    },
  ]),
];

type OwnInput = Omit<Input, 'place' | 'is_positional'> & { is_positional?: true };

function own(noun: string, about: string, inputs: readonly OwnInput[]): Usage {
  return {
    noun,
    verb: '',
    about,
    inputs: inputs.map((one) => ({ ...one, place: 'query', is_positional: one.is_positional ?? false })),
  };
}
