/* Owners and modes of the files of the embedded server, without starting one. */
import assert from 'node:assert/strict';
import { chmod, chown, mkdir, readFile, readlink, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { assertOwner, isReachable } from '../../../../src/lib/sql/embedded/account.ts';
import { stageBinaries } from '../../../../src/lib/sql/embedded/binaries.ts';
import { OTHER_UID } from './support/checkouts.ts';
import { makeDirectory } from './support/directories.ts';

const skip = process.getuid?.() === 0 ? false : 'needs root, to act as several users';

/** The mode and owner of a directory, and whether another account may pass through it. */
const PASSAGES: [mode: number, uid: number, gid: number, may_pass: boolean][] = [
  [0o100, OTHER_UID, 0, true],
  [0o077, OTHER_UID, OTHER_UID, false],
  [0o010, 0, OTHER_UID, true],
  [0o707, 0, OTHER_UID, false],
  [0o001, 0, 0, true],
  [0o770, 0, 0, false],
];

for (const [mode, uid, gid, may_pass] of PASSAGES) {
  const rights = `0${mode.toString(8)} of ${uid}:${gid}`;
  test(
    `a directory ${rights} ${may_pass ? 'admits' : 'does not admit'} ${OTHER_UID}`,
    { skip },
    async (t) => {
      const directory = await makeDirectory(t);
      await chown(directory, uid, gid);
      await chmod(directory, mode);
      assert.equal(await isReachable(directory, { uid: OTHER_UID, gid: OTHER_UID }), may_pass);
      assert.equal(await isReachable(directory, undefined), true);
    },
  );
}

test('a data directory of another user is rejected, a missing one is not', { skip }, async (t) => {
  const directory = await makeDirectory(t);
  const owner = { uid: OTHER_UID, gid: OTHER_UID };
  await chown(directory, OTHER_UID, OTHER_UID);
  await assertOwner(directory, owner);
  await assertOwner(path.join(directory, 'none'), owner);
  const other = { uid: 1, gid: OTHER_UID };
  await assert.rejects(
    assertOwner(directory, other),
    /belongs to uid 65534, and the database would run as uid 1:/,
  );
  await assert.rejects(assertOwner(directory, undefined), /would run as uid 0:/);
});

/** The mode of an installed file, and whether the staged one is the same file: copying takes time at every start. */
const INSTALLED: [mode: number, is_linked: boolean][] = [
  [0o755, true],
  [0o644, true],
  [0o555, true],
  [0o700, false],
  [0o744, false],
  [0o751, false],
  [0o645, false],
  [0o775, false],
  [0o757, false],
];

test('all users can read staged binaries, and only their owner can write to them', async (t) => {
  const native = await makeDirectory(t);
  for (const directory of ['bin', 'lib', 'lib/more'])
    await mkdir(path.join(native, directory), { mode: 0o700 });
  for (const [mode] of INSTALLED) {
    const file = path.join(native, 'bin', mode.toString(8));
    await writeFile(file, `file ${mode}`);
    await chmod(file, mode);
  }
  await writeFile(path.join(native, 'lib/more/libz.so.1.2'), 'library');
  await writeFile(path.join(native, 'lib/libthere.so'), 'is there');
  const links = [
    { source: 'native/lib/more/libz.so.1.2', target: 'native/lib/more/libz.so' },
    { source: 'native/lib/libother.so', target: 'native/lib/libthere.so' },
  ];
  await writeFile(path.join(native, 'pg-symlinks.json'), JSON.stringify(links));
  const staged = path.join(await makeDirectory(t), 'staged');

  await stageBinaries(native, staged);

  for (const directory of ['', 'bin', 'lib', 'lib/more'])
    assert.equal((await stat(path.join(staged, directory))).mode & 0o777, 0o755, directory);
  for (const [mode, is_linked] of INSTALLED) {
    const name = path.join('bin', mode.toString(8));
    const [installed, placed] = [await stat(path.join(native, name)), await stat(path.join(staged, name))];
    assert.equal(installed.ino === placed.ino, is_linked, name);
    assert.equal(placed.mode & 0o777, is_linked ? mode : 0o755, name);
    assert.equal(installed.mode & 0o777, mode, 'the installed file stays as it is');
    assert.equal(await readFile(path.join(staged, name), 'utf8'), `file ${mode}`);
  }
  assert.equal(await readlink(path.join(staged, 'lib/more/libz.so')), 'libz.so.1.2');
  assert.equal(await readFile(path.join(staged, 'lib/libthere.so'), 'utf8'), 'is there');
});
