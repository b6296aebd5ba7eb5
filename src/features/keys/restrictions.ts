import { badRequest, Failure } from '../../lib/errors.ts';
import { keyReasons } from './reasons.ts';
import { isSubnetOf, parseNetwork } from '../../lib/http/networks.ts';
import { readTimestamp } from '../../lib/time/timestamps.ts';
import type { Key, KeyChanges } from './contract.ts';
import { MOST_ALLOWED_ADDRESSES } from './rules.ts';

/** The expiry of a key and its allowed addresses; null for no expiry and for all addresses. */
export type KeyRestrictions = Pick<Key, 'expires_at' | 'allowed_addresses'>;

export const NO_KEY_RESTRICTIONS: KeyRestrictions = { expires_at: null, allowed_addresses: null };

/** Validates and normalizes the input; absent members stay absent. */
export function parseKeyRestrictions(
  { expires_at, allowed_addresses }: KeyChanges,
  now: Date,
): Partial<KeyRestrictions> {
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
  if (texts.length > MOST_ALLOWED_ADDRESSES)
    throw badRequest('allowed_addresses', keyReasons.too_many_addresses({ most: MOST_ALLOWED_ADDRESSES }));
  return [...new Set(texts.map(readAddress))];
}

function readAddress(text: string, at: number): string {
  const read = parseNetwork(text.trim());
  if ('fault' in read) throw badRequest(`allowed_addresses.${at}`, read.fault);
  return read.network;
}

export function hasExpired({ expires_at }: KeyRestrictions, now: Date): boolean {
  return expires_at !== null && Date.parse(expires_at) <= now.getTime();
}

export function areSameRestrictions(one: KeyRestrictions, other: KeyRestrictions): boolean {
  return endOf(one) === endOf(other) && textOf(one) === textOf(other);
}

function textOf({ allowed_addresses }: KeyRestrictions): string | undefined {
  return allowed_addresses?.join();
}

/** Throws 403 if a key would get a later expiry or more addresses than the key that creates it. */
export function assertNotLessRestricted(creator: KeyRestrictions, requested: KeyRestrictions): void {
  if (creator.expires_at !== null && endOf(requested) > endOf(creator))
    throw beyond(`expires_at: a key cannot expire later than its creator, ${creator.expires_at}`);
  const foreign = foreignAddresses(creator, requested);
  if (foreign)
    throw beyond(`allowed_addresses: a key can have only addresses that its creator has, not ${foreign}`);
}

function endOf({ expires_at }: KeyRestrictions): number {
  return expires_at === null ? Infinity : Date.parse(expires_at);
}

/** Returns the first network that is not within the networks `own` of the creating key, or `any`; undefined if all are within them. */
function foreignAddresses(
  { allowed_addresses: own }: KeyRestrictions,
  requested: KeyRestrictions,
): string | undefined {
  if (own === null) return undefined;
  if (requested.allowed_addresses === null) return 'any';
  return requested.allowed_addresses.find((network) => !isSubnetOf(network, own));
}

function beyond(message: string): Failure {
  return new Failure('INSUFFICIENT_PERMISSIONS', message);
}
