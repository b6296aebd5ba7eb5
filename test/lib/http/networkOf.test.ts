import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkKeyOf } from '../../../src/lib/http/networks.ts';

const NETWORKS: [string, string][] = [
  ['203.0.113.7', '203.0.113.7'],
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
];

for (const [address, network] of NETWORKS) {
  test(`${address} belongs to ${network}`, () => assert.equal(networkKeyOf(address), network));
}

const NO_ADDRESSES = [
  '',
  ' ',
  'unknown',
  'evil',
  '1.2.3',
  '0x7f.1',
  '203.0.113.7:80',
  '[2001:db8::1]',
  '1.2.3.256',
];

for (const text of NO_ADDRESSES) {
  test(`"${text}" is no address`, () => assert.equal(networkKeyOf(text), 'unknown'));
}
