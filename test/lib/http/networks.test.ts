import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInNetworks, isSubnetOf, parseNetwork } from '../../../src/lib/http/networks.ts';
import { createRandom } from '../../support/random.ts';

const READ: [string, string][] = [
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7/32', '203.0.113.7'],
  ['203.0.113.0/24', '203.0.113.0/24'],
  ['203.0.113.0/024', '203.0.113.0/24'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7100/120', '203.0.113.0/24'],
  ['::ffff:0:0/96', '0.0.0.0/0'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['2001:db8::1/128', '2001:db8::1'],
  ['2001:db8::/48', '2001:db8::/48'],
  ['::/0', '::/0'],
];

for (const [text, network] of READ) {
  test(`${text} is read as ${network}`, () => assert.deepEqual(parseNetwork(text), { network }));
}

const NONE = [
  '',
  'office',
  '203.0.113',
  '203.0.113.256',
  '0313.0.113.7',
  '203.0.113.0/33',
  '203.0.113.0/-1',
  '203.0.113.0/',
  '203.0.113.0/24/8',
  '203.0.113.7:443',
  '[2001:db8::1]',
  '2001:db8::/129',
  'fe80::1%eth0',
];

for (const text of NONE) {
  test(`“${text}” is rejected, because it is no address or network`, () =>
    assert.match(faultOf(text), /is not an IP address or network, such as/));
}

test('a network with host bits is rejected with both networks that the caller may have meant', () => {
  const words = 'is not the start of its network; use 203.0.112.0/22, or 203.0.113.7 for one address';
  assert.equal(faultOf('203.0.113.7/22'), `“203.0.113.7/22” ${words}`);
  assert.match(faultOf('2001:db8::1/48'), /network; use 2001:db8::\/48, or 2001:db8::1 for one address$/);
  assert.match(
    faultOf('::ffff:203.0.113.7/120'),
    /network; use 203.0.113.0\/24, or 203.0.113.7 for one address$/,
  );
});

function faultOf(text: string): string {
  const read = parseNetwork(text);
  return 'fault' in read ? read.fault.text : '';
}

const EDGES: [string, string, boolean][] = [
  ['203.0.113.255', '203.0.113.0/24', true],
  ['203.0.114.0', '203.0.113.0/24', false],
  ['203.0.112.255', '203.0.113.0/24', false],
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.8', '203.0.113.7', false],
  ['203.0.113.127', '203.0.113.0/25', true],
  ['203.0.113.128', '203.0.113.0/25', false],
  ['255.255.255.255', '0.0.0.0/0', true],
  ['2001:db8::1', '0.0.0.0/0', false],
  ['203.0.113.7', '::/0', false],
  ['::ffff:203.0.113.7', '203.0.113.0/24', true],
  ['::ffff:cb00:7107', '203.0.113.7', true],
  ['::ffff:203.0.113.7', '::/0', false],
  ['2001:db8:0:ffff:ffff:ffff:ffff:ffff', '2001:db8::/48', true],
  ['2001:db8:1::', '2001:db8::/48', false],
  ['2001:0db8:0000::0001', '2001:db8::1', true],
  ['fe80::1%eth0', 'fe80::/10', false],
  ['', '0.0.0.0/0', false],
  ['unknown', '0.0.0.0/0', false],
];

for (const [address, network, expected] of EDGES) {
  test(`${address || 'no address'} is ${expected ? '' : 'not '}in ${network}`, () =>
    assert.equal(isInNetworks(address, ['198.51.100.1', network]), expected));
}

test('an empty list contains no address', () => assert.equal(isInNetworks('203.0.113.7', []), false));

test('a network contains itself and is contained only in wider networks', () => {
  const own = ['203.0.113.0/24', '2001:db8::/48'];
  for (const part of ['203.0.113.0/24', '203.0.113.0/25', '203.0.113.7', '2001:db8::/48', '2001:db8::1'])
    assert.ok(isSubnetOf(part, own), part);
  for (const beyond of ['203.0.112.0/23', '203.0.114.0/24', '0.0.0.0/0', '2001:db8::/47', '::/0', '8.8.8.8'])
    assert.ok(!isSubnetOf(beyond, own), beyond);
});

/** Creates a network and an address near it as numbers, so that arithmetic gives the expected result. */
function makeSample(random: () => number) {
  const size = random() < 0.5 ? 32 : 128;
  const bits = Math.floor(random() * (size + 1));
  const host_bits = BigInt(size - bits);
  const start = (numberOf(size, random) >> host_bits) << host_bits;
  const near = start + (numberOf(size, random) >> BigInt(bits)) + BigInt(Math.floor(random() * 3) - 1);
  const address = random() < 0.5 ? BigInt.asUintN(size, near) : numberOf(size, random);
  return { size, bits, start, address, is_inside: address >> host_bits === start >> host_bits };
}

function numberOf(size: number, random: () => number): bigint {
  let number = 0n;
  for (let at = 0; at < size; at += 16) number = (number << 16n) | BigInt(Math.floor(random() * 65_536));
  return number;
}

function spell(number: bigint, size: number): string {
  const step = size === 32 ? 8 : 16;
  const parts = Array.from({ length: size / step }, (_, at) =>
    Number((number >> BigInt(size - step * (at + 1))) & ((1n << BigInt(step)) - 1n)),
  );
  return size === 32 ? parts.join('.') : parts.map((part) => part.toString(16)).join(':');
}

test('arithmetic on 4,000 networks gives the same result for an address near each, also for IPv4 inside IPv6', () => {
  const random = createRandom(11);
  let inside = 0;
  for (let count = 0; count < 4_000; count++) {
    const { size, bits, start, address, is_inside } = makeSample(random);
    const network = `${spell(start, size)}/${bits}`;
    const read = parseNetwork(network);
    assert.ok('network' in read, network);
    const text = spell(address, size);
    const spellings = size === 32 ? [text, `::ffff:${text}`] : [text];
    for (const spelling of spellings)
      assert.equal(isInNetworks(spelling, [read.network]), is_inside && !isMapped(address, size), network);
    if (is_inside) inside++;
  }
  assert.ok(inside > 1_000 && inside < 3_000, `control: ${inside} are inside`);
});

/** An IPv4-mapped address counts as IPv4 and is in no IPv6 network. */
function isMapped(address: bigint, size: number): boolean {
  return size === 128 && address >> 32n === 0xffffn;
}
