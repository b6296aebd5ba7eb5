import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { hashToken, makeToken, parseToken, randomBase62 } from '../../src/access/tokens.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ACCOUNT = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';

test('a token has its prefix and 55 base62 characters, and is unique', () => {
  const tokens = Array.from({ length: 1_000 }, () => makeToken('tak_', ACCOUNT));
  for (const token of tokens) assert.match(token, /^tak_[0-9A-Za-z]{55}$/);
  assert.equal(new Set(tokens).size, tokens.length);
});

test('a token contains its prefix and its account', () => {
  const edges = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
  const accounts = [ACCOUNT, ...edges, ...Array.from({ length: 500 }, () => randomUUID())];
  for (const account_id of accounts) {
    assert.deepEqual(parseToken(makeToken('tao_', account_id)), { prefix: 'tao_', account_id });
  }
});

test('a single changed, missing, added or swapped character is detected', () => {
  const token = makeToken('tak_', ACCOUNT);
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'x' ? 'y' : 'x';
    assert.equal(parseToken(token.slice(0, at) + other + token.slice(at + 1)), undefined);
    assert.equal(parseToken(token.slice(0, at) + token.slice(at + 1)), undefined);
    assert.equal(parseToken(`${token.slice(0, at)}0${token.slice(at)}`), undefined);
    const swapped = token.slice(0, at) + (token[at + 1] ?? '') + (token[at] ?? '') + token.slice(at + 2);
    if (swapped !== token) assert.equal(parseToken(swapped), undefined);
  }
});

/** Returns a token with a valid checksum. */
function tokenOf(account: bigint, random = '0'.repeat(27)): string {
  const unchecked = `tak_${inBase62(account, 22)}${random}`;
  return unchecked + inBase62(BigInt(crc32(unchecked)), 6);
}

test('a token with an account id above 128 bits is rejected although its checksum is right', () => {
  const largest = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  assert.deepEqual(parseToken(tokenOf(2n ** 128n - 1n)), { prefix: 'tak_', account_id: largest });
  for (const account of [2n ** 128n, 62n ** 22n - 1n]) assert.equal(parseToken(tokenOf(account)), undefined);
  assert.equal(parseToken(''), undefined);
});

test('tokens with a wrong length or invalid characters are rejected although the checksum is right', () => {
  for (const random of ['0'.repeat(26), '0'.repeat(28), `${'0'.repeat(26)}-`])
    assert.equal(parseToken(tokenOf(1n, random)), undefined, random);
});

function inBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = ALPHABET.charAt(Number(rest % 62n)) + text;
  return text;
}

test('100,000 random strings of the right form are all rejected', () => {
  for (let n = 0; n < 100_000; n++) assert.equal(parseToken(`tak_${randomBase62(55)}`), undefined);
});

test('all characters of a token are equally likely', () => {
  const size = 620_000;
  const counts = new Map<string, number>();
  for (const character of randomBase62(size)) counts.set(character, (counts.get(character) ?? 0) + 1);
  const expected = size / ALPHABET.length;
  const chi_square = ALPHABET.split('').reduce(
    (sum, character) => sum + ((counts.get(character) ?? 0) - expected) ** 2 / expected,
    0,
  );
  // With 61 degrees of freedom, a random distribution exceeds 130 once in a million runs; bytes modulo 62
  // would exceed 4,000.
  assert.ok(chi_square < 130, `chi-square is ${chi_square}`);
});

test('the SHA-256 of the token is stored', () => {
  assert.equal(
    hashToken('abc').toString('hex'),
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
