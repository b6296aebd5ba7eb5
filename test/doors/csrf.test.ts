import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSameOriginForm, formCsrfToken } from '../../src/doors/csrf.ts';

const PUBLIC_URL = 'https://ops.example.com';
const WANTED = formCsrfToken('a secret');
const FROM_PAGE = { host: 'ops.example.com', origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' };

type Sent = { headers?: Record<string, string | undefined>; token?: string };

const TAKEN: [string, Sent][] = [
  ['a page of this service', {}],
  ['a browser without Sec-Fetch-Site', { headers: { 'sec-fetch-site': undefined } }],
  ['a browser without Origin', { headers: { origin: undefined } }],
  ['the public address, behind a proxy that sends another host', { headers: { host: '10.0.0.7:8080' } }],
  [
    'another address of this service, from which the page was loaded',
    { headers: { host: '10.0.0.7:8080', origin: 'http://10.0.0.7:8080' } },
  ],
];

const REFUSED: [string, Sent][] = [
  ['another site', { headers: { 'sec-fetch-site': 'cross-site' } }],
  ['a sibling domain', { headers: { 'sec-fetch-site': 'same-site' } }],
  ['a request without a page, such as a typed address', { headers: { 'sec-fetch-site': 'none' } }],
  ['another origin', { headers: { origin: 'https://evil.example.com' } }],
  ['an origin of another port', { headers: { origin: 'https://ops.example.com:8443' } }],
  ['the origin null', { headers: { origin: 'null' } }],
  ['the origin null and no host', { headers: { origin: 'null', host: undefined } }],
  ['no token', { token: '' }],
  ['the token of another page', { token: formCsrfToken('another secret') }],
  ['a truncated token', { token: WANTED.slice(0, -1) }],
  ['a token with more characters', { token: `${WANTED}A` }],
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
