import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { consoleOf } from '../../support/console.ts';
import { openWorld } from '../support/world.ts';

const DIST = fileURLToPath(new URL('../../dashboard/dist/', import.meta.url));
const BUDGET_BYTES = 225_000;

const world = await openWorld();
const { cookie } = await consoleOf(world, (await world.account()).admin);
const html = { Accept: 'text/html,application/xhtml+xml' };
const page = await world.nobody.call('/', { headers: { ...html, Cookie: cookie } });

type Chunk = { file: string; css?: string[]; assets?: string[]; imports?: string[]; isEntry?: boolean };
const manifest = JSON.parse(readFileSync(`${DIST}manifest.json`, 'utf8')) as Record<string, Chunk>;

/** Returns the files of a chunk and of all its imports. */
function filesOf(name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || seen.has(chunk.file)) return seen;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file);
  for (const each of chunk.imports ?? []) filesOf(each, seen);
  return seen;
}

function compressedSize(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + sizeOf(file), 0);
}

/** Returns the size that browsers download: fonts are compressed already. */
function sizeOf(file: string): number {
  return statSync(existsSync(`${DIST}${file}.br`) ? `${DIST}${file}.br` : DIST + file).size;
}

test('200 for the first page with any Accept header, 404 for other pages if the client accepts no HTML', async () => {
  const call = (path: string) => world.nobody.call(path, { headers: { Accept: '*/*', Cookie: cookie } });
  assert.deepEqual([(await call('/')).status, (await call('/tasks')).status], [200, 404]);
});

test('200, and the static files of every page are at most 225 KB, with fonts and without charts', () => {
  const entry = filesOf('index.html');
  const fonts = Object.values(manifest).filter(({ file }) => /inter-latin-wght/.test(file));
  const pages = Object.keys(manifest).filter((name) => name.endsWith('Page.tsx'));
  assert.ok(pages.length >= 3 && fonts.length === 1);
  for (const each of pages) {
    const size = compressedSize([...filesOf(each, new Set(entry)), ...fonts.map(({ file }) => file)]);
    assert.ok(size <= BUDGET_BYTES, `${each} takes ${size} bytes`);
  }
});

test('200 with a policy that permits only own resources', () => {
  assert.equal(page.status, 200);
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'; script-src 'self'; /);
  assert.doesNotMatch(policy, /unsafe|https?:/);
  assert.equal(page.headers.get('cache-control'), 'no-store');
  const nonce = /nonce="([\w-]+)"/.exec(page.text)?.[1] ?? '';
  assert.ok(policy.includes(`'nonce-${nonce}'`) && nonce.length >= 20);
});

test('the build id is in the page and in responses that open pages poll, and in no other response', async () => {
  const build = /<meta name="dashboard-build" content="([^"]+)"/.exec(page.text)?.[1] ?? '';
  assert.equal(build.length, 16);
  const buildAt = async (path: string) =>
    (await world.nobody.call(path, { headers: { Cookie: cookie } })).headers.get('x-dashboard-build');
  for (const path of ['/console/v1/me', '/healthz']) assert.equal(await buildAt(path), build, path);
  for (const path of ['/', '/readyz', '/v1/api-tenant-tasks', '/console'])
    assert.equal(await buildAt(path), null, path);
});

test('200 for assets of the page, immutable and compressed', async () => {
  const paths = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
  const own = paths.filter((path) => !path.startsWith('/account'));
  assert.ok(own.length >= 4);
  for (const path of own) {
    const { status, headers } = await world.nobody.call(path, { headers: { 'Accept-Encoding': 'br, gzip' } });
    assert.equal(status, 200, path);
    assert.match(headers.get('cache-control') ?? '', /immutable/, path);
    if (/\.(?:js|css)$/.test(path)) assert.equal(headers.get('content-encoding'), 'br', path);
  }
});

test('404 for a file of another build with any method, 405 for a write to a served file', async () => {
  const file = `/${[...filesOf('index.html')][0]}`;
  const ask = (path: string, method: string) => fetch(world.url + path, { method });
  assert.equal((await ask(file, 'HEAD')).status, 200);
  const written = await ask(file, 'POST');
  assert.deepEqual([written.status, written.headers.get('allow')], [405, 'GET, HEAD']);
  for (const path of [
    '/assets/index-of-yesterday.js',
    `${file}.br`,
    `${file}/more`,
    '/assets/%2e%2e%2fmanifest.json',
  ])
    for (const method of ['GET', 'HEAD', 'POST'])
      assert.equal((await ask(path, method)).status, 404, `${method} ${path}`);
});

test('200 with the same page for every path of the dashboard', async () => {
  for (const path of ['/tasks', '/tasks?status=open', '/no/such/page']) {
    const shown = await world.nobody.call(path, { headers: { ...html, Cookie: cookie } });
    assert.equal(shown.status, 200);
    assert.match(shown.text, /<div id="root">/);
  }
});

test('303 to the sign-in page and back for a signed-out browser', async () => {
  const { status, headers } = await world.nobody.call('/tasks?status=open', { headers: html });
  assert.equal(status, 303);
  assert.equal(headers.get('location'), '/sign-in?next=%2Ftasks%3Fstatus%3Dopen');
});

test('404 for an unknown path requested by a program', async () => {
  for (const path of ['/tasks', '/v1/nothing', '/console/v1/nothing', '/assets/nothing.js', '/nothing.txt']) {
    const { status, body } = await world.nobody.call(path, { headers: { Cookie: cookie } });
    assert.deepEqual([status, body.error], [404, 'NOT_FOUND'], path);
  }
});

test('404 for an unknown path below every door requested by a browser', async () => {
  const doors = world.app.doors.map(({ prefix }) => prefix);
  assert.ok(doors.length >= 4, `${doors.length}`);
  const headers = { ...html, Cookie: cookie };
  for (const prefix of [...doors, '/oauth', '/mcp', '/files', '/assets', '/V1']) {
    const { status } = await world.nobody.call(`${prefix}/nothing`, { headers });
    assert.equal(status, 404, prefix);
  }
  const beside = await world.nobody.call('/v1beside/nothing', { headers });
  assert.equal(beside.status, 200);
});
