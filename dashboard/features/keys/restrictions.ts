import { endOfDay } from '../../format/format.ts';
import { exactTime } from '../../format/time.ts';
import type { Key, KeyChanges } from './api.ts';
import { t } from '../../language/t.ts';
import { DAY_MS } from '../../../src/lib/time/clock.ts';

/** The form values for the expiry and the allowed addresses of a key. */
export type RestrictionFormValues = { ends: string; expires_at: string; allowed_addresses: string };

const OWN_DAY = 'own';
const KEPT = 'kept';
const DAYS = ['30', '90', '365'];

/** Returns the form values of a new key, or of an existing one. */
export function restrictionFormValues(key?: Key): RestrictionFormValues {
  return {
    ends: key?.expires_at ? KEPT : 'never',
    expires_at: '',
    allowed_addresses: key?.allowed_addresses?.join('\n') ?? '',
  };
}

export function expiryOptions(key?: Key): { value: string; label: string }[] {
  return [
    ...(key?.expires_at
      ? [{ value: KEPT, label: t('Unchanged: {expires_at}', { expires_at: exactTime(key.expires_at) }) }]
      : []),
    { value: 'never', label: t('Never') },
    ...DAYS.map((days) => ({ value: days, label: t('In {days} days', { days }) })),
    { value: OWN_DAY, label: t('Choose a day') },
  ];
}

export function hasChosenExpiryDay({ ends }: RestrictionFormValues): boolean {
  return ends === OWN_DAY;
}

/** Converts the form values to a request body, without an unchanged expiry. */
export function restrictionRequestBody({ allowed_addresses, ...end }: RestrictionFormValues): KeyChanges {
  const lines = allowed_addresses.split(/[\s,;]+/).filter((line) => line !== '');
  return {
    ...(end.ends !== KEPT && { expires_at: expiresAt(end) }),
    allowed_addresses: lines.length === 0 ? null : lines,
  };
}

/** Returns the end of the chosen day, at which the key expires. */
function expiresAt({ ends, expires_at }: Omit<RestrictionFormValues, 'allowed_addresses'>): string | null {
  if (ends === 'never') return null;
  if (ends === OWN_DAY) return endOfDay(expires_at);
  return new Date(Date.now() + Number(ends) * DAY_MS).toISOString();
}

export function keyStatus({ revoked_at, expires_at }: Key): 'live' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= Date.now() ? 'expired' : 'live';
}

const ENDS_SOON_DAYS = 7;
const UNUSED_DAYS = 90;

/** True if the key expires within 7 days. */
export function expiresSoon({ expires_at }: Key): boolean {
  return expires_at !== null && Date.parse(expires_at) - Date.now() < ENDS_SOON_DAYS * DAY_MS;
}

/** True if the key was not used for 90 days. */
export function isLongUnused({ last_used_at, created_at }: Key): boolean {
  return Date.now() - Date.parse(last_used_at ?? created_at) >= UNUSED_DAYS * DAY_MS;
}
