import type { Option } from '../../components/FilterBar.tsx';
import { browserName } from '../settings/browserName.ts';
import type { AuditEntry } from './api.ts';

export const KINDS: readonly Option[] = [
  { value: 'account', label: 'Account' },
  { value: 'key', label: 'API keys' },
  { value: 'app', label: 'Apps' },
  { value: 'connection', label: 'Connected apps' },
  { value: 'consent', label: 'Consents' },
  { value: 'document', label: 'Documents' },
  { value: 'endpoint', label: 'Endpoints' },
  { value: 'form', label: 'Forms' },
  { value: 'integration', label: 'Integrations' },
  { value: 'password', label: 'Passwords' },
  { value: 'user', label: 'People' },
  { value: 'seat', label: 'Seats' },
  { value: 'second_factor', label: 'Second factor' },
  { value: 'session', label: 'Sessions and sign-ins' },
  { value: 'skill', label: 'Skills' },
];

const NOUNS: Record<string, string> = {
  key: 'API key',
  user: 'Person',
  second_factor: 'Second factor',
};

/** Titles that do not follow from the action's words. */
const ACTION_TITLES: Record<string, string> = {
  'session.signed_in': 'Signed in',
  'session.signed_out': 'Signed out of a browser',
  'session.signed_out_everywhere': 'Signed out everywhere',
  'password.reset': 'Password set by a link',
  'connection.ended': 'App disconnected',
  'knowledge.language_changed': 'Language of documents changed',
  'endpoint.count_reset': 'Failure count reset',
  'endpoint.event_resent': 'Event sent to another endpoint',
};

/** The title of an action such as `endpoint.secret_revealed`. */
export function actionOf(action: string): string {
  const said = ACTION_TITLES[action];
  if (said !== undefined) return said;
  const [noun = '', verb = ''] = action.split('.');
  const word = NOUNS[noun] ?? noun.charAt(0).toUpperCase() + noun.slice(1).replaceAll('_', ' ');
  return `${word} ${verb.replaceAll('_', ' ')}`;
}

const KINDS_OF_ACTORS: Record<string, string> = {
  api: 'API key or app',
  agent: 'Agent',
  system: 'The system',
  staff: 'Platform staff',
  integration: 'Integration',
  device: 'Glasses',
};

export function actorOf({ kind, name }: AuditEntry['actor']): string {
  return name ?? KINDS_OF_ACTORS[kind] ?? 'Somebody who left';
}

/** The details as text, without empty members. */
export function detailsOf(details: AuditEntry['details']): [name: string, value: string][] {
  return Object.entries(details).flatMap(([name, value]): [string, string][] =>
    value === null || value === '' ? [] : [[name.replaceAll('_', ' '), textOf(name, value)]],
  );
}

const SHOWN = 3;

function textOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return listOf(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (name === 'browser' && typeof value === 'string') return browserName(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function listOf(values: readonly unknown[]): string {
  const rest = values.length - SHOWN;
  return values.slice(0, SHOWN).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
