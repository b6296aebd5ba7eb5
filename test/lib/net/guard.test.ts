import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { test } from 'node:test';
import ipaddr from 'ipaddr.js';
import { createGuard, isAllowEntry, isPublicAddress, literalOf } from '../../../src/lib/net/guard.ts';

const HTTPS = new URL('https://example.com/');

test('refuses every special range at both of its ends', () => {
  for (const [first, last] of [
    ['0.0.0.0', '0.255.255.255'],
    ['10.0.0.0', '10.255.255.255'],
    ['100.64.0.0', '100.127.255.255'],
    ['127.0.0.0', '127.255.255.255'],
    ['169.254.0.0', '169.254.255.255'],
    ['172.16.0.0', '172.31.255.255'],
    ['192.0.0.0', '192.0.0.255'],
    ['192.168.0.0', '192.168.255.255'],
    ['198.18.0.0', '198.19.255.255'],
    ['224.0.0.0', '255.255.255.255'],
    ['::', '::ffff:ffff'],
    ['::ffff:8.8.8.8', '::ffff:808:808'],
    ['64:ff9b::8.8.8.8', '64:ff9b:1::1'],
    ['2001::1', '2001:1ff:ffff::'],
    ['2001:db8::', '2001:db8:ffff::1'],
    ['2002:808:808::', '2002:7f00:1::1'],
    ['fc00::1', 'fdff::1'],
    ['fe80::1', 'febf::1'],
    ['fec0::1', 'ff02::1'],
    ['2a00:1450::5efe:7f00:1', '2a00:1450::200:5efe:10.0.0.1'],
  ]) {
    assert.equal(isPublicAddress(String(first)), false, first);
    assert.equal(isPublicAddress(String(last)), false, last);
  }
});

test('permits what lies just outside of them', () => {
  const outside = [
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
  ];
  const more = [
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
  ];
  for (const address of [...outside, ...more, '223.255.255.255', '2a00:1450:4001::1', '2606:4700::1111']) {
    assert.equal(isPublicAddress(address), true, address);
  }
});

test('refuses whatever is no plain address', () => {
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

test('no IPv6 spelling of an IPv4 address gets further than the address itself', () => {
  const guard = createGuard([]);
  for (let round = 0; round < 20_000; round++) {
    const v4 = randomV4(round);
    for (const v6 of spellings(v4)) {
      assert.ok(guard.permits(HTTPS, v4) || !guard.permits(HTTPS, v6), `${v4} is refused, ${v6} is not`);
    }
  }
});

test('two independent tellings agree on random addresses', () => {
  for (let round = 0; round < 20_000; round++) {
    const v4 = randomV4(round);
    const range = ipaddr.IPv4.parse(v4).range();
    if (range !== 'unicast') assert.equal(isPublicAddress(v4), false, `${v4} is ${range}`);
    const v6 = ipaddr.fromByteArray([...randomBytes(16)]);
    if (v6.range() !== 'unicast') assert.equal(isPublicAddress(v6.toString()), false, v6.toString());
  }
});

test('an exception opens exactly what it names', () => {
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
  for (const bad of ['', '10.0.0.0/33', '10.0.0.0/x', 'fd00::/129', 'http://a', 'a:80', '*.a', 'a b', '-a']) {
    assert.equal(isAllowEntry(bad), false, bad);
  }
});

test('a literal host is seen in any spelling that a URL can have', () => {
  const spelled = ['127.1', '0x7f.1', '2130706433', '0177.0.0.1', '127.0.0.1.', '①②⑦.0.0.1', '0x7f000001'];
  for (const host of spelled) assert.equal(literalOf(new URL(`https://${host}/`)), '127.0.0.1', host);
  assert.equal(literalOf(new URL('https://[::ffff:127.0.0.1]/')), '::ffff:7f00:1');
  assert.equal(literalOf(new URL('https://example.com/')), undefined);
});

/** Every other one from a special range, where a mistake would show. */
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
