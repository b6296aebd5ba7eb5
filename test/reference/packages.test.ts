/* The SDK packages as an installation serves them. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const root = new URL('../../', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const wheel_path = `/sdk/tenant_ops-${version}-py3-none-any.whl`;
const PATHS = ['/sdk/tenant-ops.mjs', '/sdk/tenant-ops.tgz', wheel_path];

const hash = (content: Uint8Array, encoding: 'hex' | 'base64url') =>
  createHash('sha256').update(content).digest(encoding);

async function download(path: string): Promise<Buffer> {
  const answer = await fetch(world.url + path, { headers: { 'Accept-Encoding': 'gzip, br' } });
  assert.equal(answer.status, 200, path);
  // With Content-Encoding, the client would decompress the file, which then would not match its checksum.
  assert.equal(answer.headers.get('Content-Encoding'), null);
  return Buffer.from(await answer.arrayBuffer());
}

test('the page has the commands with the address of this installation', async () => {
  const { status, text } = await world.nobody.get('/sdk');
  assert.equal(status, 200);
  const words = text.replaceAll(/<[^>]*>/g, '');
  for (const command of [
    `npm install ${world.url}/sdk/tenant-ops.tgz`,
    `pip install ${world.url}${wheel_path}`,
    `curl -fsSLo tenant-ops.mjs ${world.url}/sdk/tenant-ops.mjs`,
    `npx ${world.url}/sdk/tenant-ops.tgz login --url ${world.url}`,
  ])
    assert.ok(words.includes(command), command);
});

test('guides write the address of this installation', async () => {
  for (const name of ['typescript', 'python']) {
    const { text } = await world.nobody.get(`/docs/guides/${name}.md`);
    assert.ok(text.includes(`${world.url}/sdk/`), name);
    assert.ok(!text.includes('ops.example.com'), name);
  }
});

test('the checksums on the page and in the list match the files', async () => {
  const [page, list] = await Promise.all(['/sdk', '/sdk/SHA256SUMS'].map((path) => world.nobody.get(path)));
  const sums = await Promise.all(PATHS.map(async (path) => hash(await download(path), 'hex')));
  const lines = PATHS.map((path, at) => `${sums[at]}  ${path.slice('/sdk/'.length)}\n`);
  assert.equal(list?.text, lines.join(''));
  for (const [at, path] of PATHS.entries())
    assert.ok(page?.text.includes(`href="${path}#sha256=${sums[at]}"`));
});

test('a file is not sent again to a client that has it', async () => {
  for (const path of PATHS) {
    const { headers } = await fetch(world.url + path, { method: 'HEAD' });
    const again = await fetch(world.url + path, { headers: { 'If-None-Match': headers.get('ETag') ?? '' } });
    assert.equal(again.status, 304, path);
  }
});

test('404 for an unknown package', async () => {
  for (const path of ['/sdk/', '/sdk/..%2f..%2fpackage.json', '/sdk/tenant-ops.tgz/x', '/sdk/sources.txt'])
    assert.equal((await world.nobody.get(path)).status, 404, path);
});

test('all users can read the npm package, which has the version of the service', async () => {
  const tar = gunzipSync(await download('/sdk/tenant-ops.tgz'));
  assert.equal(tar.toString('latin1', 0, 20), 'package/package.json');
  assert.equal(tar.toString('latin1', 100, 107), '0000644');
  const bytes = Number.parseInt(tar.toString('latin1', 124, 135), 8);
  assert.equal(JSON.parse(tar.toString('utf8', 512, 512 + bytes)).version, version);
});

test('the wheel lists each of its files with its checksum', async () => {
  const files = unzipSync(await download(wheel_path));
  const about = `tenant_ops-${version}.dist-info`;
  const text = (name: string) => Buffer.from(files[name] ?? []).toString();
  const expected = Object.entries(files)
    .filter(([name]) => name !== `${about}/RECORD`)
    .map(([name, content]) => `${name},sha256=${hash(content, 'base64url')},${content.length}`);
  assert.ok(expected.length > 12);
  assert.deepEqual(text(`${about}/RECORD`).trimEnd().split('\n'), [...expected, `${about}/RECORD,,`]);
  assert.match(
    text(`${about}/METADATA`),
    new RegExp(`^Metadata-Version: 2.4\nName: tenant-ops\nVersion: ${version}\n`),
  );
  assert.equal(text('tenant_ops/py.typed'), '');
});
