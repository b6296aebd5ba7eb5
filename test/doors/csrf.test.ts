import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSameOriginForm, formCsrfToken } from '../../src/doors/csrf.ts';

const PUBLIC_URL = 'https://ops.example.com';
const WANTED = formCsrfToken('a secret');
const FROM_PAGE = { host: 'ops.example.com', origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' };

type Sent = { headers?: Record<string, string | undefined>; token?: string };

const TAKEN: [string, Sent][] = [
  ['a page of ours', {}],
  ['a browser that tells no site', { headers: { 'sec-fetch-site': undefined } }],
  ['a browser that tells no origin', { headers: { origin: undefined } }],
  ['the public address behind a proxy that sends another host', { headers: { host: '10.0.0.7:8080' } }],
  [
    'another address of ours, which the page was asked at',
    { headers: { host: '10.0.0.7:8080', origin: 'http://10.0.0.7:8080' } },
  ],
];

const REFUSED: [string, Sent][] = [
  ['another site', { headers: { 'sec-fetch-site': 'cross-site' } }],
  ['a sibling domain', { headers: { 'sec-fetch-site': 'same-site' } }],
  ['an address that was typed', { headers: { 'sec-fetch-site': 'none' } }],
  ['another origin', { headers: { origin: 'https://evil.example.com' } }],
  ['an origin of another port', { headers: { origin: 'https://ops.example.com:8443' } }],
  ['a hidden origin', { headers: { origin: 'null' } }],
  ['a hidden origin and no host', { headers: { origin: 'null', host: undefined } }],
  ['no token', { token: '' }],
  ['the token of another page', { token: formCsrfToken('another secret') }],
  ['the beginning of the token', { token: WANTED.slice(0, -1) }],
  ['the token and more', { token: `${WANTED}A` }],
];

function check({ headers = {}, token = WANTED }: Sent): void {
  assertSameOriginForm(PUBLIC_URL, { ...FROM_PAGE, ...headers }, token, WANTED);
}

for (const [what, sent] of TAKEN) test(`200 for a change from ${what}`, () => check(sent));

for (const [what, sent] of REFUSED) {
  test(`403 FORBIDDEN for a change with ${what}`, () => {
    assert.throws(() => check(sent), { code: 'FORBIDDEN' });
  });
}
