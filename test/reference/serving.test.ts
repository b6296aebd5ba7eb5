import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveReference } from '../../src/features/reference/routes.ts';
import type { PathTable } from '../../src/lib/http/paths.ts';
import { listen, makeHttpServer } from '../support/httpServer.ts';
import { sampleDocument } from './support/document.ts';

const paths: PathTable = new Map();
const server = await makeHttpServer({ paths });
let renderings = 0;
const document = sampleDocument();
const { tags } = document;
Object.defineProperty(document, 'tags', { get: () => (renderings++, tags) });
serveReference(server, paths, {
  findDocument: () => document,
  description_path: '/v1/openapi.json',
  origin: 'https://ops.acme.example',
});
const base = await listen(server);

test('200 with the page, rendered once and cached', async () => {
  assert.equal(renderings, 0);
  for (let request = 0; request < 3; request++) {
    assert.equal((await fetch(`${base}/docs`)).status, 200);
    assert.equal(renderings, 1);
  }
});

test('200 with the page under a policy that loads nothing from other origins', async () => {
  const answer = await fetch(`${base}/docs`);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('Content-Type'), 'text/html; charset=utf-8');
  assert.equal(
    answer.headers.get('Content-Security-Policy'),
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; " +
      "font-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
  );
  assert.equal(answer.headers.get('X-Content-Type-Options'), 'nosniff');
  assert.equal(answer.headers.get('Referrer-Policy'), 'no-referrer');
  assert.match(await answer.text(), /^<!doctype html>/);
});

test('200 for every asset of the page, cacheable forever under its version', async () => {
  const page = await (await fetch(`${base}/docs`)).text();
  const assets = [...page.matchAll(/"(\/docs\/\w+\.\w+\?v=[\w-]+)"/g)].map(([, path]) => path ?? '');
  assert.equal(assets.length, 5);
  for (const asset of assets) {
    const answer = await fetch(base + asset);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('Cache-Control') ?? '', /immutable/);
    assert.match(answer.headers.get('Content-Type') ?? '', /^text\/(?:css|javascript); charset=utf-8$/);
  }
});

test('a file without the right version must be revalidated', async () => {
  for (const path of ['/docs', '/docs/docs.css', '/docs/docs.css?v=old']) {
    assert.equal((await fetch(base + path)).headers.get('Cache-Control'), 'no-cache');
  }
});

test('304 for a client with the current version', async () => {
  for (const path of ['/docs', '/docs/guides/webhooks', '/docs/docs.css', '/docs/docs.js']) {
    const tag = (await fetch(base + path)).headers.get('ETag') ?? '';
    assert.match(tag, /^W\/"[\w-]{22}"$/);
    const again = await fetch(base + path, { headers: { 'If-None-Match': `"other", ${tag}` } });
    assert.equal(again.status, 304);
    assert.equal(again.headers.get('ETag'), tag);
    assert.equal((await fetch(base + path, { headers: { 'If-None-Match': '"other"' } })).status, 200);
  }
});

test('assets are compressed for clients that accept it, and plain for others', async () => {
  const zipped = await fetch(`${base}/docs`, { headers: { 'Accept-Encoding': 'br, gzip;q=0.8' } });
  const plain = await fetch(`${base}/docs`, { headers: { 'Accept-Encoding': 'gzip;q=0' } });
  assert.equal(zipped.headers.get('Content-Encoding'), 'gzip');
  assert.equal(plain.headers.get('Content-Encoding'), null);
  assert.equal(await zipped.text(), await plain.text());
});

test('405 with the two error members for every other method', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    for (const path of ['/docs', '/docs/guides/webhooks', '/docs/docs.css', '/docs/docs.js']) {
      const answer = await fetch(base + path, { method });
      assert.equal(answer.status, 405);
      assert.equal(answer.headers.get('Allow'), 'GET, HEAD');
      const message = `${method} is not accepted here, only GET, HEAD`;
      assert.deepEqual(await answer.json(), { error: 'METHOD_NOT_ALLOWED', message });
    }
  }
});
