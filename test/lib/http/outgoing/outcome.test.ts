import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallFailure, callErrorOf } from '../../../../src/lib/http/outgoing/outcome.ts';
import { isAddressOrRange, parseAddress } from '../../../../src/lib/http/addressRange.ts';

const coded = (code: string) => Object.assign(new Error(code), { code });

for (const [code, word] of [
  ['ECONNREFUSED', 'connection_refused'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ETIMEDOUT', 'unreachable'],
  ['ECONNRESET', 'connection_lost'],
  ['UND_ERR_SOCKET', 'connection_lost'],
  ['UND_ERR_HEADERS_OVERFLOW', 'invalid_answer'],
  ['UND_ERR_INVALID_ARG', 'invalid_url'],
] as const)
  test(`${word} for ${code} at any time`, () => {
    assert.deepEqual([callErrorOf(coded(code), true), callErrorOf(coded(code), false)], [word, word]);
  });

test('an unknown error is a TLS failure while connecting, and an invalid response afterwards', () => {
  for (const error of [coded('CERT_HAS_EXPIRED'), new Error('no code'), 'a text'])
    assert.deepEqual([callErrorOf(error, true), callErrorOf(error, false)], ['tls_failed', 'invalid_answer']);
});

test('a failure of several addresses has the error of the last address, and a CallFailure has its own', () => {
  const all = new AggregateError([coded('ECONNREFUSED'), coded('EHOSTUNREACH')]);
  assert.equal(callErrorOf(all, true), 'unreachable');
  assert.equal(callErrorOf(new CallFailure('name_not_found'), true), 'name_not_found');
});

const RANGES: [string, boolean][] = [
  ['10.0.0.1', true],
  ['10.0.0.0/0', true],
  ['10.0.0.0/32', true],
  ['10.0.0.0/33', false],
  ['10.0.0.0/', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0.0/08', true],
  ['10.0.0.0/0008', false],
  ['10.0.0.0/-1', false],
  ['::/128', true],
  ['::/129', false],
  ['fe80::1%eth0', false],
  ['fe80::1%eth0/64', false],
  ['010.0.0.1', false],
  ['host', false],
  ['', false],
];
for (const [text, is_range] of RANGES)
  test(`"${text}" is ${is_range ? 'a' : 'no'} range`, () => assert.equal(isAddressOrRange(text), is_range));

test('an address is parsed only in its canonical form', () => {
  assert.equal(parseAddress('10.0.0.1')?.toString(), '10.0.0.1');
  for (const text of ['fe80::1%eth0', '0x0a.0.0.1', '10.1', '']) assert.equal(parseAddress(text), undefined);
});
