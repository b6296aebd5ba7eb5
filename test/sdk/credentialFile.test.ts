/* If several commands find the lock of a killed command, none of them removes a lock that another has taken since. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { cleanEnvironment } from '../../support/environment.ts';
import { eventually } from '../../support/eventually.ts';
import { withLoginLock, storeLogin, readStoredLogin } from '../../sdk/src/cli/keeping.ts';

const KEEPING = new URL('../../sdk/src/cli/keeping.ts', import.meta.url).href;
const COMMAND = `import { withLoginLock } from '${KEEPING}'; await withLoginLock(process.env, async () => console.log('alone'));`;

const folder = await mkdtemp(join(tmpdir(), 'keeping-'));
after(() => rm(folder, { recursive: true, force: true }));
const lock = join(folder, 'tenant-ops/login.json.lock');
await mkdir(join(folder, 'tenant-ops'));

/**
 * Replaces the lock by a new named pipe. A process that reads it blocks; a reader of the previous pipe is not
 * affected.
 */
async function layPipe(): Promise<void> {
  execFileSync('mkfifo', [`${lock}.next`]);
  await rename(`${lock}.next`, lock);
}

/** Opens the pipe for writing, once a process reads it. */
async function whenRead(path: string): Promise<FileHandle> {
  const pipe = await eventually(
    () =>
      open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENXIO') throw error;
      }),
    (found) => found !== undefined,
  );
  assert.ok(pipe);
  return pipe;
}

async function tell(pipe: FileHandle, pid: number): Promise<void> {
  await pipe.write(`${pid}\n`);
  await pipe.close();
}

test('a lock that another process took after a stale one is not removed', async () => {
  const gone = execFileSync('/bin/sh', ['-c', 'echo $$'], { encoding: 'utf8' });
  await layPipe();
  const command = spawn(process.execPath, ['--input-type=module', '--eval', COMMAND], {
    env: cleanEnvironment({ XDG_CONFIG_HOME: folder }),
  });
  after(() => command.kill('SIGKILL'));
  const said = text(command.stdout);

  const left = await whenRead(lock);
  await layPipe();
  await tell(left, Number(gone));

  const taken = await whenRead(lock);
  await layPipe();
  await tell(taken, process.pid);
  const held = await whenRead(lock);
  await rm(lock);
  await tell(held, process.pid);
  assert.equal(await said, 'alone\n');
});

test('write access of other users to a folder is removed before a key is stored in it', async () => {
  for (const mode of [0o777, 0o770, 0o702]) {
    const env = { XDG_CONFIG_HOME: await mkdtemp(join(folder, 'open-')) };
    const open_folder = join(env.XDG_CONFIG_HOME, 'tenant-ops');
    await mkdir(open_folder);
    await chmod(open_folder, mode);
    storeLogin(env, { url: 'http://127.0.0.1:9', key: 'tak_x' });
    assert.equal((await stat(open_folder)).mode & 0o777, 0o700);
    assert.deepEqual(readStoredLogin(env), { url: 'http://127.0.0.1:9', key: 'tak_x' });
    await chmod(open_folder, mode);
    await withLoginLock(env, async () => {
      assert.equal((await stat(open_folder)).mode & 0o777, 0o700);
    });
  }
});

test('no key is stored in a folder of another user', { skip: process.getuid?.() !== 0 }, async () => {
  const env = { XDG_CONFIG_HOME: await mkdtemp(join(folder, 'foreign-')) };
  const foreign = join(env.XDG_CONFIG_HOME, 'tenant-ops');
  await mkdir(foreign, { mode: 0o700 });
  await chown(foreign, 65_534, 65_534);
  assert.throws(
    () => storeLogin(env, { url: 'http://127.0.0.1:9', key: 'tak_x' }),
    /belongs to another user/,
  );
  assert.equal(readStoredLogin(env), undefined);
});
