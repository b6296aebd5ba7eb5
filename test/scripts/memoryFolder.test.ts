import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { acquireDirectoryLock } from '../../src/lib/sql/embedded/directoryLock.ts';
import { chooseServerFolder, removeLeftovers, SERVER_PREFIX } from '../support/memoryFolder.ts';

const MINUTE_MS = 60_000;
const folder = await mkdtemp(join(tmpdir(), 'memory-folder-'));
after(() => rm(folder, { recursive: true, force: true }));

test('data of killed runs is removed, data of other runs is kept', async () => {
  const [held, killed] = [`${SERVER_PREFIX}held`, `${SERVER_PREFIX}killed`];
  for (const name of [held, killed, 'foreign'])
    await mkdir(join(folder, name, 'postgres'), { recursive: true });
  const lock = await acquireDirectoryLock(join(folder, held), 'command');

  await removeLeftovers(folder);
  assert.deepEqual((await readdir(folder)).toSorted(), ['foreign', held, killed], 'all are young');

  await removeLeftovers(folder, Date.now() + 2 * MINUTE_MS);
  assert.deepEqual((await readdir(folder)).toSorted(), ['foreign', held]);

  await lock.release();
  await removeLeftovers(folder, Date.now() + 2 * MINUTE_MS);
  assert.deepEqual(await readdir(folder), ['foreign']);
});

test('TMPDIR takes precedence over the memory folder', async () => {
  const former = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    assert.equal(await chooseServerFolder(), folder);
  } finally {
    if (former === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = former;
  }
});
