import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { hostilePictures } from '../support/hostilePictures.ts';
import { openUploadSite, uploadUntilKilled, type UploadSite } from './support/uploads.ts';

const MB = 1024 * 1024;
const careful = await openUploadSite();
const careless = await openUploadSite({ is_careless: true });
const hoarding = await openUploadSite({ is_hoarding: true });
const pictures = await hostilePictures();

test('after kill -9 during 200 uploads, no form lacks its file, and cleanup leaves no orphaned file', async (t) => {
  const acknowledged: string[] = [];
  for (let round = 0; round < 2; round++)
    acknowledged.push(...(await uploadUntilKilled(await careful.start(), 100)));
  const { forms, collected, ...findings } = await careful.check(acknowledged);
  t.diagnostic(`${acknowledged.length} acknowledged, ${forms} forms, ${collected} files collected`);
  assert.ok(acknowledged.length >= 100);
  assert.deepEqual(findings, { lost: 0, broken: 0, left: 0 });
});

test('control: a store that confirms a file too early is detected', async () => {
  const acknowledged = await uploadUntilKilled(await careless.start(), 50);
  const { broken } = await careless.check(acknowledged);
  assert.ok(broken > 0);
});

test('memory stays constant under hostile uploads', async (t) => {
  const { kept, largest_bytes } = await refuseLarge(t, careful);
  assert.ok(Math.max(...kept) < 15 * MB, 'each round sends 30 MB');
  assert.ok(largest_bytes < 450 * MB);
});

test('control: a server that keeps uploads in memory is detected', async (t) => {
  const { kept } = await refuseLarge(t, hoarding);
  assert.ok(Math.max(...kept) > 15 * MB);
});

/**
 * Measures the memory that each round of rejected uploads keeps beyond the first round, and the largest process size.
 */
async function refuseLarge(t: TestContext, site: UploadSite) {
  const server = await site.start();
  const large = pictures.filter(({ what }) => /MB/.test(what));
  const refuse = async (some: typeof pictures) => {
    for (const { body } of some) {
      const { status } = await server.api.post('/v1/api-tenant-forms', { name: 'Hostile', ...body });
      assert.equal(status, 400);
    }
    return server.readMemory();
  };
  const first = await refuse(pictures);
  const rounds = [];
  for (let round = 0; round < 4; round++) rounds.push(await refuse(large));
  await server.kill();
  t.diagnostic(rounds.map(({ kept_bytes }) => `${Math.round(kept_bytes / MB)} MB kept`).join(', '));
  return {
    kept: rounds.map(({ kept_bytes }) => kept_bytes - first.kept_bytes),
    largest_bytes: Math.max(...rounds.map(({ resident_bytes }) => resident_bytes)),
  };
}
