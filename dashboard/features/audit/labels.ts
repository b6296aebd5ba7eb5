import type { Option } from '../../components/filters.ts';
import { memberLabelInSentence } from '../../api/labels.ts';
import { browserName } from '../settings/browserName.ts';
import type { AuditEntry } from './api.ts';
import { t } from '../../language/t.ts';

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

/** The details of an audit entry as name and text, without empty members. */
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
