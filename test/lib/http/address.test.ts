import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientAddressOf } from '../../../src/lib/http/address.ts';
import { readNetworks, createSharedAddressCheck, type Proxies } from '../../../src/lib/http/proxies.ts';
import { listen, makeHttpServer } from '../../support/httpServer.ts';

const OWN = '127.0.0.1';
const REAL = '203.0.113.9';

const CASES: [string, Proxies, string, string][] = [
  ['no proxy is trusted', false, REAL, OWN],
  ['one proxy appends the address of the caller', 1, REAL, REAL],
  ['the caller forges an address before one proxy', 1, `198.51.100.1, ${REAL}`, REAL],
  [
    'the caller forges a hundred addresses before one proxy',
    1,
    `${'198.51.100.1, '.repeat(100)}${REAL}`,
    REAL,
  ],
  ['two proxies are trusted', 2, `198.51.100.1, ${REAL}, 10.0.0.3`, REAL],
  ['one proxy sends no address', 1, '', OWN],
  ['one proxy sends an invalid address', 1, 'evil', OWN],
  ['one proxy sends an address with a port', 1, `${REAL}:443`, OWN],
  ['one proxy sends markup', 1, '<script>', OWN],
  ['one proxy sends an IPv4-mapped IPv6 address', 1, `::ffff:${REAL}`, REAL],
  ['one proxy sends an IPv6 address', 1, '2001:db8::7', '2001:db8::7'],
  ['a request passes a proxy of the list', ['127.0.0.0/8', '10.0.0.0/8'], `1.1.1.1, ${REAL}, 10.0.0.3`, REAL],
  ['the sender is not in the list', ['10.0.0.0/8'], REAL, OWN],
  ['an invalid address precedes a proxy of the list', ['127.0.0.1', '10.0.0.0/8'], 'evil, 10.0.0.3', OWN],
];

for (const [what, trust_proxy, header, expected] of CASES) {
  test(`${expected} if ${what}`, async () => {
    const server = await makeHttpServer({ trust_proxy });
    server.get('/', async (request) => ({ address: clientAddressOf(request) }));
    assert.equal(await addressSeen(await listen(server), header), expected);
  });
}

test('control: the leftmost forwarded address can be forged', async () => {
  const server = await makeHttpServer({ trust_proxy: 99 });
  server.get('/', async (request) => ({ address: clientAddressOf(request) }));
  assert.equal(await addressSeen(await listen(server), `198.51.100.1, ${REAL}`), '198.51.100.1');
});

test('networks are read as addresses, ranges and names', () => {
  assert.deepEqual(readNetworks(['10.0.0.0/8', '2001:db8::1']), ['10.0.0.0/8', '2001:db8::1']);
  assert.ok(readNetworks(['loopback', 'uniquelocal'])?.includes('192.168.0.0/16'));
  for (const wrong of [[], ['proxy.example.com'], ['10.0.0.0/33'], ['']])
    assert.equal(readNetworks(wrong), undefined);
});

test('only connections of this machine and of the proxies are exempt from the limit', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
    assert.ok(createSharedAddressCheck(false)(address), address);
  for (const address of [REAL, '10.0.0.3', '2001:db8::7', '', 'evil'])
    assert.ok(!createSharedAddressCheck(false)(address), address);
  assert.ok(createSharedAddressCheck(['10.0.0.0/8'])('10.0.0.3'));
  assert.ok(createSharedAddressCheck(['10.0.0.0/8'])('::ffff:10.0.0.3'));
  assert.ok(!createSharedAddressCheck(['10.0.0.0/8'])(REAL));
  assert.ok(createSharedAddressCheck(1)(REAL), 'with a number of hops every connection is a proxy');
});

async function addressSeen(url: string, header: string): Promise<string> {
  const answer = await fetch(url, { headers: header ? { 'X-Forwarded-For': header } : {} });
  return JSON.parse(await answer.text()).address;
}
