import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import {
  assertDirectoryLockHeld,
  findDirectoryLockHolder,
  acquireDirectoryLock,
} from '../../../../src/lib/sql/embedded/directoryLock.ts';
import { StartupFault } from '../../../../src/lib/process/startupFault.ts';
import { cleanUpAtEnd } from './support/cleanUp.ts';
import { makeDirectory } from './support/directories.ts';
import { waitUntil } from '../../../../support/postgresProcesses.ts';

test('a free directory has no lock holder, and the kind of the holder of a locked one is known', async (t) => {
  const directory = await makeDirectory(t);
  assert.equal(await findDirectoryLockHolder(directory), undefined);

  const lock = await acquireDirectoryLock(directory, 'command');
  assert.equal(await findDirectoryLockHolder(directory), 'command');

  await lock.release();
  assert.equal(await findDirectoryLockHolder(directory), undefined);
});

test('a lookup of the lock holder does not create a missing directory', async (t) => {
  assert.equal(await findDirectoryLockHolder(`${await makeDirectory(t)}/missing`), undefined);
});

test('a directory that cannot be read does not count as free', async (t) => {
  const file = path.join(await makeDirectory(t), 'file');
  await writeFile(file, '');
  await assert.rejects(findDirectoryLockHolder(path.join(file, 'data')), { code: 'ENOTDIR' });
});

test('the error for a second holder names the directory, the first holder and its process', async (t) => {
  const directory = await makeDirectory(t);
  const lock = await acquireDirectoryLock(directory, 'server');
  cleanUpAtEnd(t, () => lock.release());

  await assert.rejects(
    acquireDirectoryLock(directory, 'server', 100),
    new StartupFault(
      `DATA_DIR ${directory} is in use by another Tenant Ops server (process ${process.pid}).`,
    ),
  );
});

test('the lock waits for a holder that is ending', async (t) => {
  const directory = await makeDirectory(t);
  const leaving = await acquireDirectoryLock(directory, 'command');
  const held = acquireDirectoryLock(directory, 'server');
  await leaving.release();

  const lock = await held;

  assert.equal(await findDirectoryLockHolder(directory), 'server');
  await lock.release();
});

test('a missing directory is created and is accessible only to its owner', async (t) => {
  const directory = path.join(await makeDirectory(t), 'above', 'data');
  const lock = await acquireDirectoryLock(directory, 'server');
  cleanUpAtEnd(t, () => lock.release());

  for (const made of [directory, path.dirname(directory)])
    assert.equal((await stat(made)).mode & 0o777, 0o700);
});

const skip = process.platform === 'linux' ? false : 'needs an abstract address';
const elsewhere = { skip };

/** Starts another program at the lock address of the directory; it answers each connection with a different text. */
async function listenInstead(t: TestContext, directory: string, says: string) {
  const sum = createHash('sha256').update(directory).digest('hex').slice(0, 32);
  const sockets = new Set<Socket>();
  let words = says;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.end(words);
  }).listen(`\0tenant-ops:${sum}`);
  await once(server, 'listening');
  const leave = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  cleanUpAtEnd(t, leave);
  return { asked: () => sockets.size, say: (other: string) => (words = other), leave };
}

test(
  'a foreign program at the lock address is not a holder, and the lock waits for it',
  elsewhere,
  async (t) => {
    const directory = await makeDirectory(t);
    for (const says of ['', 'HTTP/1.1 400 Bad Request\r\n\r\n', `serve ${process.pid}\n`]) {
      const foreign = await listenInstead(t, directory, says);
      assert.equal(await findDirectoryLockHolder(directory), undefined);
      await assert.rejects(assertDirectoryLockHeld(directory), /is not held/);
      const taken = new StartupFault(`DATA_DIR ${directory} is in use by another Tenant Ops server.`);
      await assert.rejects(acquireDirectoryLock(directory, 'server', 0), taken);
      await foreign.leave();
    }
    const lock = await acquireDirectoryLock(directory, 'server', 0);
    cleanUpAtEnd(t, () => lock.release());
    await assertDirectoryLockHeld(directory);
  },
);

test('a directory that another process holds is not acquired', elsewhere, async (t) => {
  const directory = await makeDirectory(t);
  await listenInstead(t, directory, `server ${process.pid + 1}\n`);
  assert.equal(await findDirectoryLockHolder(directory), 'server');
  await assert.rejects(assertDirectoryLockHeld(directory), /is not held: call acquireDirectoryLock first/);
});

for (const [holder, patience_ms, who] of [
  ['server', 3_000, 'another Tenant Ops server (process 1)'],
  ['command', 30_000, 'a Tenant Ops command (process 1)'],
  ['foreigner', 3_000, 'another Tenant Ops server'],
] as const) {
  test(`the lock waits ${patience_ms} ms for a ${holder}`, elsewhere, async (t) => {
    const directory = await makeDirectory(t);
    const { asked } = await listenInstead(t, directory, `${holder} 1\n`);
    let now_ms = 0;
    t.mock.method(performance, 'now', () => now_ms);
    const held = acquireDirectoryLock(directory, 'server');
    let refused = false;
    held.catch(() => (refused = true));
    await waitUntil(() => asked() > 0);
    now_ms = patience_ms;
    const before = asked();
    await waitUntil(() => asked() > before + 1);
    assert.equal(refused, false);
    now_ms = patience_ms + 1;
    await assert.rejects(held, new StartupFault(`DATA_DIR ${directory} is in use by ${who}.`));
  });
}

test(
  'a holder that ends before it answers, after a command of 20 s, is not treated as a running server',
  elsewhere,
  async (t) => {
    const directory = await makeDirectory(t);
    const { asked, say, leave } = await listenInstead(t, directory, 'command 1\n');
    let now_ms = 0;
    t.mock.method(performance, 'now', () => now_ms);
    const held = acquireDirectoryLock(directory, 'server');
    held.catch(() => {});
    await waitUntil(() => asked() > 0);
    now_ms = 20_000;
    say('');
    const before = asked();
    await waitUntil(() => asked() > before + 2);
    await leave();
    await (await held).release();
  },
);

test('two spellings of a path are the same directory', async (t) => {
  const directory = await makeDirectory(t);
  const lock = await acquireDirectoryLock(`${directory}/../${directory.split('/').at(-1)}/`, 'server');
  cleanUpAtEnd(t, () => lock.release());

  assert.equal(await findDirectoryLockHolder(directory), 'server');
});
