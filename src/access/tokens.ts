import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { formatUuid, parseUuid } from '../lib/ids.ts';

/*
 * prefix ‖ account (22) ‖ random (27, over 160 bits) ‖ checksum (6); everything after the prefix is base62.
 * The account id selects the shard of the lookup. The checksum rejects typing errors and guesses without a query.
 */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ACCOUNT_LENGTH = 22;
const RANDOM_LENGTH = 27;
const CHECKSUM_LENGTH = 6;
const BODY = new RegExp(`^[0-9A-Za-z]{${ACCOUNT_LENGTH + RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);
const PREFIX_LENGTH = 4;
const LARGEST_UNBIASED_BYTE = 247;

/** The prefixes of all kinds of tokens that this service issues. */
export const TOKEN_PREFIXES = [
  'tak_',
  'tao_',
  'tor_',
  'toc_',
  'tos_',
  'tad_',
  'tai_',
  'tin_',
  'tbs_',
  'tpr_',
  'tec_',
] as const;
export type TokenPrefix = (typeof TOKEN_PREFIXES)[number];

export function makeToken(prefix: TokenPrefix, account_id: string): string {
  const account = BigInt(`0x${parseUuid(account_id).toString('hex')}`);
  const unchecked = prefix + toBase62(account, ACCOUNT_LENGTH) + randomBase62(RANDOM_LENGTH);
  return unchecked + checksum(unchecked);
}

/**
 * Returns the prefix and account of a well-formed token, otherwise undefined. It does not check that the token exists.
 */
export function parseToken(token: string): { prefix: string; account_id: string } | undefined {
  const body = token.slice(PREFIX_LENGTH);
  if (!BODY.test(body)) return undefined;
  if (checksum(token.slice(0, -CHECKSUM_LENGTH)) !== token.slice(-CHECKSUM_LENGTH)) return undefined;

  const account = fromBase62(body.slice(0, ACCOUNT_LENGTH));
  if (account >= 1n << 128n) return undefined;
  const hex = account.toString(16).padStart(32, '0');
  return { prefix: token.slice(0, PREFIX_LENGTH), account_id: formatUuid(Buffer.from(hex, 'hex')) };
}

/** The hash of a token; the database stores only the hash. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte <= LARGEST_UNBIASED_BYTE && text.length < length) text += ALPHABET.charAt(byte % 62);
    }
  }
  return text;
}

function checksum(text: string): string {
  return toBase62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

function toBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = ALPHABET.charAt(Number(rest % 62n)) + text;
  return text;
}

function fromBase62(text: string): bigint {
  let value = 0n;
  for (const character of text) value = value * 62n + BigInt(ALPHABET.indexOf(character));
  return value;
}
