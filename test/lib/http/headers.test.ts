import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { createCookieCodec } from '../../../src/lib/http/cookies.ts';
import { acceptsEncoding } from '../../../src/lib/http/encodings.ts';
import { requestLanguage } from '../../../src/lib/http/language.ts';
import { retryAfterMs } from '../../../src/lib/http/retryAfter.ts';

const plain = createCookieCodec('http://localhost:8080');
const secure = createCookieCodec('https://ops.example.com');

function requestWith(headers: Record<string, string>): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  return Object.assign(request, { headers });
}

const COOKIES: [string | undefined, string | undefined][] = [
  [undefined, undefined],
  ['', undefined],
  ['session=abc', 'abc'],
  ['a=1; session=A-z_0.9 ;b=2', 'A-z_0.9'],
  ['sessions=abc; xsession=abc; session', undefined],
  ['session=', undefined],
  ['session=a b', undefined],
  ['session=a=b', undefined],
  ['session=one; session=two', undefined],
  ['session=one; session=one', undefined],
  [`session=${'a'.repeat(200)}`, 'a'.repeat(200)],
  [`session=${'a'.repeat(201)}`, undefined],
  ['__Host-session=abc', undefined],
];
for (const [cookie, value] of COOKIES)
  test(`the cookie of ${cookie?.slice(0, 40)} is ${value?.slice(0, 10)}`, () => {
    const request = requestWith(cookie === undefined ? {} : { cookie });
    assert.equal(plain.read(request, 'session'), value);
  });

test('an https cookie has the __Host- prefix and is Secure', () => {
  assert.equal(secure.read(requestWith({ cookie: '__Host-session=abc; session=other' }), 'session'), 'abc');
  assert.equal(secure.read(requestWith({ cookie: 'session=abc' }), 'session'), undefined);
  assert.equal(
    secure.write('session', 'abc', 60),
    '__Host-session=abc; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure',
  );
  assert.equal(plain.write('session', '', 0), 'session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
});

const LANGUAGES: [string, 'en' | 'de'][] = [
  ['', 'en'],
  ['de', 'de'],
  ['DE-ch, fr;q=0.8', 'de'],
  ['fr, de;q=0.1', 'de'],
  ['den, fr', 'en'],
  ['en;q=0.5, de;q=0.6', 'de'],
  ['en;q=0.6, de;q=0.5', 'en'],
  ['de;q=0.9, en', 'en'],
  ['de;q=1, en;q=0.5', 'de'],
  ['de;q=0, fr', 'en'],
  ['en;q=0, de;q=0.001', 'de'],
  ['de;q=1.1, en;q=0.2', 'en'],
  ['de;q=-1, en;q=0.2', 'en'],
  ['de;q=x, en;q=0.2', 'en'],
  ['en;q=0.3, de ; level=1 ; q=0.4', 'de'],
  ['en, de', 'en'],
  ['de, en', 'de'],
];
for (const [header, language] of LANGUAGES)
  test(`${language} for Accept-Language: ${header}`, () => {
    const headers = header === '' ? {} : { 'accept-language': header };
    assert.equal(requestLanguage(requestWith(headers), plain), language);
  });

test("a chosen language takes precedence over the browser's, an unknown one does not", () => {
  const liked = { 'accept-language': 'de' };
  assert.equal(requestLanguage(requestWith({ ...liked, cookie: 'language=en' }), plain), 'en');
  assert.equal(requestLanguage(requestWith({ ...liked, cookie: 'language=fr' }), plain), 'de');
});

const ENCODINGS: [string | string[] | undefined, boolean][] = [
  [undefined, false],
  ['', false],
  ['gzip', true],
  ['br, gzip', true],
  [['br', 'gzip'], true],
  ['br;q=1.0, gzip ; q=0.8', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000', false],
  ['gzip;q=0.001', true],
  ['gzip2', false],
  ['x-gzip', false],
];
for (const [header, is_accepted] of ENCODINGS)
  test(`Accept-Encoding: ${String(header)} ${is_accepted ? 'accepts' : 'does not accept'} gzip`, () =>
    assert.equal(acceptsEncoding(header, 'gzip'), is_accepted));

const NOW = new Date('2026-03-04T05:06:07Z');
const WAITS: [string | string[] | undefined, number | undefined][] = [
  [undefined, undefined],
  ['', undefined],
  ['0', 0],
  [' 7 ', 7_000],
  ['999999999', 999_999_999_000],
  ['1000000000', undefined],
  ['1.5', undefined],
  ['-1', undefined],
  ['soon', undefined],
  ['Wed, 04 Mar 2026 05:06:17 GMT', 10_000],
  ['Wed, 04 Mar 2026 05:06:00 GMT', 0],
  ['Wed, nonsense', undefined],
  ['2026-03-04T05:06:17Z', undefined],
  [['7'], 7_000],
];
for (const [header, wait_ms] of WAITS)
  test(`Retry-After: ${String(header)} asks for ${wait_ms} ms`, () =>
    assert.equal(retryAfterMs(header, NOW), wait_ms));
