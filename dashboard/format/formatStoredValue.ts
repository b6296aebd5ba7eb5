import { t } from '../language/t.ts';

/** Formats a stored value; a list has one line per element. Returns undefined for an empty value. */
export function formatStoredValue(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (Array.isArray(value)) return value.map(String).join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
