import type { Option } from '../../components/filters.ts';
import { memberLabelInSentence } from '../../api/labels.ts';
import type { IconName } from '../../components/Icon.tsx';
import { browserName } from '../settings/browserName.ts';
import type { AuditEntry } from './api.ts';
import { labelInSentence, t, type Label } from '../../language/t.ts';

export const TARGET_KIND_OPTIONS: readonly Option[] = [
  { value: 'account', label: t('Account') },
  { value: 'key', label: t('API keys') },
  { value: 'app', label: t('Apps') },
  { value: 'bundle', label: t('Bundles') },
  { value: 'connection', label: t('Connected apps') },
  { value: 'consent', label: t('App access') },
  { value: 'document', label: t('Documents') },
  { value: 'endpoint', label: t('Endpoints') },
  { value: 'form', label: t('Forms') },
  { value: 'integration', label: t('Integrations') },
  { value: 'password', label: t('Passwords') },
  { value: 'user', label: t('People') },
  { value: 'procedure', label: t('Procedures') },
  { value: 'seat', label: t('Seats') },
  { value: 'second_factor', label: t('Two-factor sign-in') },
  { value: 'session', label: t('Sessions and sign-ins') },
  { value: 'skill', label: t('Skills') },
];

/** Returns the details of an audit entry as name and text, without empty members. */
export function auditDetailRows(details: AuditEntry['details']): [name: string, value: string][] {
  return Object.entries(details).flatMap(([name, value]): [string, string][] =>
    value === null || value === '' ? [] : [[memberLabelInSentence(name), textOf(name, value)]],
  );
}

const SHOWN = 3;

function textOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return listOf(value);
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (name === 'browser' && typeof value === 'string') return browserName(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function listOf(values: readonly unknown[]): string {
  const rest = values.length - SHOWN;
  return values.slice(0, SHOWN).join(', ') + (rest > 0 ? ` ${t('and {rest} more', { rest })}` : '');
}

const ICONS: Readonly<Record<string, IconName>> = {
  account: 'accounts',
  key: 'keys',
  app: 'apps',
  bundle: 'bundle',
  connection: 'connections',
  consent: 'connections',
  document: 'knowledge',
  endpoint: 'webhooks',
  form: 'forms',
  integration: 'integrations',
  knowledge: 'knowledge',
  mail: 'mail',
  password: 'shield',
  procedure: 'catalogue',
  seat: 'seats',
  second_factor: 'shield',
  session: 'sessions',
  skill: 'skills',
  staff: 'people',
  user: 'people',
};

export function auditIcon(action: string): IconName {
  if (action.startsWith('session.signed_')) return 'user';
  return ICONS[action.split('.')[0] ?? ''] ?? 'audit';
}

/** Returns the name that a deleted record had, if the entry stores it. */
export function nameInDetails(details: AuditEntry['details']): string | undefined {
  const names = [details['name'], details['provider'], details['device_name']];
  return names.find((name) => typeof name === 'string');
}

const RESOURCES: Readonly<Record<string, Label>> = {
  api_keys: t('API keys'),
  billing: t('usage'),
  devices: labelInSentence(t('Seats')),
  forms: labelInSentence(t('Forms')),
  integrations: labelInSentence(t('Integrations')),
  knowledge: labelInSentence(t('Documents')),
  sessions: labelInSentence(t('Sessions')),
  skills: labelInSentence(t('Skills')),
  tasks: labelInSentence(t('Tasks')),
  users: labelInSentence(t('People')),
  webhooks: labelInSentence(t('Endpoints')),
};

/** Lists the kinds of records that the scopes of the entry name, such as `tasks, forms`. */
export function listScopeNames({ scopes }: AuditEntry['details']): string {
  const names = Array.isArray(scopes) ? scopes.map((scope) => String(scope).split(':')[1] ?? '') : [];
  return [...new Set(names)].map((name) => RESOURCES[name] ?? name).join(', ');
}
