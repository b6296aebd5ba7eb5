import { badRequest, Failure } from '../../lib/errors.ts';
import { keyReasons } from './reasons.ts';
import { isSubnetOf, readNetwork } from '../../lib/http/networks.ts';
import { readTimestamp } from '../../lib/time/timestamps.ts';
import type { Key, KeyChanges } from './contract.ts';
import { MOST_ADDRESSES } from './rules.ts';

/** When a key ends by itself and where it may be used from; null for never and for anywhere. */
export type Restrictions = Pick<Key, 'expires_at' | 'allowed_addresses'>;

export const UNRESTRICTED: Restrictions = { expires_at: null, allowed_addresses: null };

/** Checks what was asked for and gives it in its one spelling; what was left out stays out. */
export function readRestrictions(
  { expires_at, allowed_addresses }: KeyChanges,
  now: Date,
): Partial<Restrictions> {
  return {
    ...(expires_at !== undefined && { expires_at: readEnd(expires_at, now) }),
    ...(allowed_addresses !== undefined && { allowed_addresses: readAddresses(allowed_addresses) }),
  };
}

function readEnd(text: string | null, now: Date): string | null {
  if (text === null) return null;
  const { at } = readTimestamp(text);
  if (at <= now) throw badRequest('expires_at', keyReasons.not_in_future);
  return at.toISOString();
}

function readAddresses(texts: readonly string[] | null): string[] | null {
  if (texts === null) return null;
  if (texts.length > MOST_ADDRESSES)
    throw badRequest('allowed_addresses', keyReasons.too_many_addresses({ most: MOST_ADDRESSES }));
  return [...new Set(texts.map(readAddress))];
}

function readAddress(text: string, at: number): string {
  const read = readNetwork(text.trim());
  if ('fault' in read) throw badRequest(`allowed_addresses.${at}`, read.fault);
  return read.network;
}

export function hasExpired({ expires_at }: Restrictions, now: Date): boolean {
  return expires_at !== null && Date.parse(expires_at) <= now.getTime();
}

export function isSameRestriction(one: Restrictions, other: Restrictions): boolean {
  return endOf(one) === endOf(other) && textOf(one) === textOf(other);
}

function textOf({ allowed_addresses }: Restrictions): string | undefined {
  return allowed_addresses?.join();
}

/** 403 where a key would give another one a later end, or addresses beyond its own. */
export function assertNotLessRestricted(own: Restrictions, asked: Restrictions): void {
  if (own.expires_at !== null && endOf(asked) > endOf(own))
    throw beyond(`expires_at: a key allows no later end than its own, ${own.expires_at}`);
  const foreign = foreignAddresses(own, asked);
  if (foreign) throw beyond(`allowed_addresses: a key allows only addresses of its own, not ${foreign}`);
}

function endOf({ expires_at }: Restrictions): number {
  return expires_at === null ? Infinity : Date.parse(expires_at);
}

/** In words; undefined where the key's own addresses hold them all. */
function foreignAddresses({ allowed_addresses: own }: Restrictions, asked: Restrictions): string | undefined {
  if (own === null) return undefined;
  if (asked.allowed_addresses === null) return 'any';
  return asked.allowed_addresses.find((network) => !isSubnetOf(network, own));
}

function beyond(message: string): Failure {
  return new Failure('INSUFFICIENT_PERMISSIONS', message);
}
