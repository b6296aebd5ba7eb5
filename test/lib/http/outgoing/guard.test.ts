import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { test } from 'node:test';
import ipaddr from 'ipaddr.js';
import { createOwnAddressHolder } from '../../../../src/features/webhooks/inbox/address.ts';
import {
  createGuard,
  isAllowEntry,
  isPublicAddress,
  ipAddressInUrl,
} from '../../../../src/lib/http/outgoing/guard.ts';

const HTTPS = new URL('https://example.com/');

/** IANA's special-purpose ranges, multicast and reserved space: first and last address, and the public neighbours. */
const SPECIAL: [first: string, last: string, before?: string | undefined, behind?: string][] = [
  ['0.0.0.0', '0.255.255.255', undefined, '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.0.0', '192.0.0.7'],
  ['192.0.0.8', '192.0.0.10'],
  ['192.0.0.170', '192.0.0.171'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '239.255.255.255', '223.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
  ['::', '::1'],
  ['::ffff:0:0', '::ffff:ffff:ffff'],
  ['64:ff9b::', '64:ff9b::ffff:ffff'],
  ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::', '100::ffff:ffff:ffff:ffff'],
  ['100:0:0:1::', '100::1:ffff:ffff:ffff:ffff'],
  ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', undefined, '2000::'],
  [
    '2001::',
    '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:200::',
  ],
  ['2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:1::1', '2001:1::3'],
  ['2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['2001:3::', '2001:3:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:4:112::', '2001:4:112:ffff:ffff:ffff:ffff:ffff'],
  ['2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:30::', '2001:3f:ffff:ffff:ffff:ffff:ffff:ffff'],
  [
    '2001:db8::',
    '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db9::',
  ],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2003::'],
  [
    '2620:4f:8000::',
    '2620:4f:8000:ffff:ffff:ffff:ffff:ffff',
    '2620:4f:7fff:ffff:ffff:ffff:ffff:ffff',
    '2620:4f:8001::',
  ],
  [
    '3fff::',
    '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff',
    '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '3fff:1000::',
  ],
  ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::', 'ff02::1'],
];

for (const [first, last, before, behind] of SPECIAL) {
  test(`rejects ${first} to ${last}, and permits the adjacent public addresses`, () => {
    for (const address of [first, last]) assert.equal(isPublicAddress(address), false, address);
    for (const address of [before, behind])
      if (address !== undefined) assert.equal(isPublicAddress(address), true, address);
  });
}

test('rejects an IPv4 address embedded in IPv6, and permits similar public addresses', () => {
  for (const hidden of ['2a00:1450::5efe:7f00:1', '2a00:1450::200:5efe:10.0.0.1'])
    assert.equal(isPublicAddress(hidden), false, hidden);
  for (const other of ['2a00:1450::100:5efe:7f00:1', '2a00:1450::5eff:7f00:1', '2a00:1450:4001::1'])
    assert.equal(isPublicAddress(other), true, other);
});

test('rejects everything except plain addresses', () => {
  const odd = [
    '',
    'localhost',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '8.8.8',
    '8.8.8.8 ',
    ' 8.8.8.8',
    '8.8.8.8/32',
  ];
  for (const text of [...odd, 'fe80::1%eth0', '2606:4700::1111%1', '[::1]', '8.8.8.8\0', '８.8.8.8']) {
    assert.equal(isPublicAddress(text), false, JSON.stringify(text));
  }
});

test('no IPv6 spelling of a blocked IPv4 address is permitted', () => {
  const guard = createGuard([]);
  for (let round = 0; round < 20_000; round++) {
    const v4 = randomV4(round);
    for (const v6 of spellings(v4)) {
      assert.ok(guard.permits(HTTPS, v4) || !guard.permits(HTTPS, v6), `${v4} is refused, ${v6} is not`);
    }
  }
});

test('two independent implementations agree on random addresses', () => {
  for (let round = 0; round < 20_000; round++) {
    const v4 = randomV4(round);
    const range = ipaddr.IPv4.parse(v4).range();
    if (range !== 'unicast') assert.equal(isPublicAddress(v4), false, `${v4} is ${range}`);
    const v6 = ipaddr.fromByteArray([...randomBytes(16)]);
    if (v6.range() !== 'unicast') assert.equal(isPublicAddress(v6.toString()), false, v6.toString());
  }
});

test('an exception permits exactly the addresses that it names', () => {
  const guard = createGuard(['localhost', '127.0.0.0/8', '10.1.2.3', 'fd00::/8', 'Hook.Internal.']);
  const cases: [string, string, boolean][] = [
    ['http://localhost:1/', '192.168.1.1', true],
    ['http://LOCALHOST./', '::1', true],
    ['https://hook.internal/', '10.9.9.9', true],
    ['http://other.internal/', '127.0.0.1', true],
    ['https://other.internal/', '10.1.2.3', true],
    ['https://other.internal/', '10.1.2.4', false],
    ['https://other.internal/', 'fd12::1', true],
    ['https://other.internal/', '::ffff:127.0.0.1', false],
    ['http://example.com/', '93.184.216.34', false],
    ['https://example.com/', '93.184.216.34', true],
    ['https://sub.localhost/', '192.168.1.1', false],
    ['http://localhost/', 'nonsense', false],
  ];
  for (const [url, address, permitted] of cases) {
    assert.equal(guard.permits(new URL(url), address), permitted, `${url} at ${address}`);
  }
});

test('an entry of the setting is a name, an address or a range', () => {
  for (const good of ['localhost', 'a.b-c.d', '10.0.0.0/8', '10.0.0.1', '::1', 'fd00::/8', '0.0.0.0/0']) {
    assert.equal(isAllowEntry(good), true, good);
  }
  const spelled = ['/', '/ 8', '/1e1', '/0x8', '/33', '/x', '/0008', '/8/8'].map((bits) => `10.0.0.0${bits}`);
  for (const bad of [...spelled, '', 'fd00::/129', 'fe80::1%a/8', 'http://a', 'a:80', '*.a', 'a b', '-a']) {
    assert.equal(isAllowEntry(bad), false, bad);
  }
});

test('a literal host is detected in any spelling that a URL can have', () => {
  const spelled = ['127.1', '0x7f.1', '2130706433', '0177.0.0.1', '127.0.0.1.', '①②⑦.0.0.1', '0x7f000001'];
  for (const host of spelled) assert.equal(ipAddressInUrl(new URL(`https://${host}/`)), '127.0.0.1', host);
  assert.equal(ipAddressInUrl(new URL('https://[::ffff:127.0.0.1]/')), '::ffff:7f00:1');
  assert.equal(ipAddressInUrl(new URL('https://example.com/')), undefined);
});

/** Every other address comes from a special range, where a mistake would be visible. */
function randomV4(round: number): string {
  const heads = ['10.', '127.', '169.254.', '172.16.', '192.168.', '0.', '100.64.', '198.18.', '224.'];
  const head = round % 2 === 0 ? (heads[round % heads.length] ?? '') : '';
  const octets = head.split('.').filter((octet) => octet !== '');
  while (octets.length < 4) octets.push(String(randomInt(256)));
  return octets.join('.');
}

function spellings(v4: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = v4.split('.').map(Number);
  const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  const suffixes = ['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', 'fe80::', 'fec0::'];
  const behind = ['2001:4860::5efe:', '2001:4860::200:5efe:'];
  return [
    ...[...suffixes, ...behind].flatMap((head) => [head + v4, head + hex]),
    `2002:${hex}::1`,
    `2001:0:${hex}::1`,
  ];
}

const ACCOUNT = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const INBOX = `/inbox/v1/${ACCOUNT}/${'0a'.repeat(24)}`;

test('only inboxes of this service are permitted, at any address of its host name', () => {
  const own = createOwnAddressHolder();
  const guard = createGuard([], own);
  const permits = (url: string) => guard.permits(new URL(url), '10.1.2.3');
  assert.equal(permits(`http://ops.internal:8080${INBOX}`), false, 'before the address is known');
  own.learn('http://ops.internal:8080');
  assert.equal(permits(`http://ops.internal:8080${INBOX}`), true);
  assert.equal(guard.trusts(new URL(`http://ops.internal:8080${INBOX}`)), true);
  const others = [
    'http://ops.internal:8080/metrics',
    `http://ops.internal:8080${INBOX}/../../../../metrics`,
    `http://ops.internal:8080${INBOX}?a`,
    `http://ops.internal:8080${INBOX}%2f`,
    `http://ops.internal:8080/${INBOX}`,
    `http://ops.internal:8081${INBOX}`,
    `https://ops.internal:8080${INBOX}`,
    `http://ops.internal.:8080${INBOX}`,
    `http://me@ops.internal:8080${INBOX}`,
  ];
  for (const url of others) assert.equal(permits(url), false, url);
});
