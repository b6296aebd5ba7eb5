import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isLoopback,
  createSharedAddressCheck,
  createTrustedProxyCheck,
  readNetworks,
  type Proxies,
} from '../../../src/lib/http/proxies.ts';

test('networks are read as addresses, ranges or names; one invalid entry rejects the whole setting', () => {
  assert.deepEqual(readNetworks(['10.0.0.1', '::1', 'fd00::/8']), ['10.0.0.1', '::1', 'fd00::/8']);
  assert.deepEqual(readNetworks(['loopback', 'linklocal']), [
    '127.0.0.0/8',
    '::1/128',
    '169.254.0.0/16',
    'fe80::/10',
  ]);
  assert.deepEqual(readNetworks(['uniquelocal']), [
    '10.0.0.0/8',
    '172.16.0.0/12',
    '192.168.0.0/16',
    'fc00::/7',
  ]);
  for (const none of [[], ['proxy.example.com'], ['10.0.0.1', '10.0.0.0/33']])
    assert.equal(readNetworks(none), undefined);
});

test('the service trusts no proxy, a number of proxies, or the proxies of the given networks', () => {
  const trusts = (proxies: Proxies, address: string, hop: number) =>
    (createTrustedProxyCheck(proxies) || (() => false))(address, hop);
  assert.equal(createTrustedProxyCheck(false), false);
  assert.deepEqual(
    [0, 1, 2].map((hop) => trusts(2, '203.0.113.9', hop)),
    [true, true, false],
  );
  const networks = ['10.0.0.7', '192.168.0.0/16', '2001:db8::1', 'fd00::/8'];
  const found: [string, boolean][] = [
    ['10.0.0.7', true],
    ['10.0.0.6', false],
    ['192.168.255.1', true],
    ['192.169.0.1', false],
    ['2001:db8::1', true],
    ['2001:db8::', false],
    ['fdff::1', true],
    ['fe00::1', false],
    ['proxy', false],
    ['', false],
  ];
  for (const [address, is_trusted] of found) {
    assert.equal(trusts(networks, address, 9), is_trusted, address);
    assert.equal(createSharedAddressCheck(networks)(address), is_trusted, address);
  }
});

test('loopback is a shared address, and so is every address behind a number of proxies', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1']) {
    assert.equal(isLoopback(address), true, address);
    assert.equal(createSharedAddressCheck(false)(address), true);
    assert.equal(createSharedAddressCheck(['10.0.0.0/8'])(address), true);
  }
  for (const address of ['128.0.0.1', '::2', 'localhost']) {
    assert.equal(isLoopback(address), false, address);
    assert.equal(createSharedAddressCheck(false)(address), false);
  }
  assert.equal(createSharedAddressCheck(1)('203.0.113.9'), true);
});
