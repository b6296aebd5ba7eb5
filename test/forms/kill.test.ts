import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostilePictures } from '../support/hostilePictures.ts';
import { openUploadSite, uploadUntilKilled } from './support/uploads.ts';

const MB = 1024 * 1024;
const careful = await openUploadSite();
const careless = await openUploadSite({ is_careless: true });
const pictures = await hostilePictures();

test('kill -9 during 200 uploads: no form without its file, no file left behind after collection', async (t) => {
  const acknowledged: string[] = [];
  for (let round = 0; round < 2; round++)
    acknowledged.push(...(await uploadUntilKilled(await careful.start(), 100)));
  const { forms, collected, ...findings } = await careful.check(acknowledged);
  t.diagnostic(`${acknowledged.length} acknowledged, ${forms} forms, ${collected} files collected`);
  assert.ok(acknowledged.length >= 100);
  assert.deepEqual(findings, { lost: 0, broken: 0, left: 0 });
});

test('a store that says so before a file is there is caught', async () => {
  const acknowledged = await uploadUntilKilled(await careless.start(), 50);
  const { broken } = await careless.check(acknowledged);
  assert.ok(broken > 0);
});

test('memory stays flat under hostile uploads: it goes up and down, and not up alone', async (t) => {
  const server = await careful.start();
  const large = pictures.filter(({ what }) => /MB/.test(what));
  const refuse = async (some: typeof pictures) => {
    for (const { body } of some) {
      const { status } = await server.api.post('/v1/api-tenant-forms', { name: 'Hostile', ...body });
      assert.equal(status, 400);
    }
    return server.readMemory();
  };
  const rounds = [await refuse(pictures)];
  for (let round = 0; round < 8; round++) rounds.push(await refuse(large));
  t.diagnostic(rounds.map((bytes) => `${Math.round(bytes / MB)} MB`).join(', '));
  await server.kill();
  // Each of the rounds sends 30 MB: what was kept of them would show.
  assert.ok(Math.min(...rounds.slice(-4)) < Math.max(...rounds.slice(0, 3)) + 48 * MB);
  assert.ok(Math.max(...rounds) < 450 * MB);
});
