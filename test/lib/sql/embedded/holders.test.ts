/* Holders of a directory lock in other processes, or without an answer. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { findDirectoryLockHolder } from '../../../../src/lib/sql/embedded/directoryLock.ts';
import { listPostmasters } from '../../../../support/postgresProcesses.ts';
import { cleanUpAtEnd } from './support/cleanUp.ts';
import { connectTo, readFault, startInOtherProcess } from './support/databases.ts';
import { makeDirectory } from './support/directories.ts';
import { makeStartedDirectory } from './support/template.ts';

const skip = process.platform === 'linux' ? false : 'needs an abstract address';
const elsewhere = { skip };

test('the lock does not wait forever for a silent program at its address', elsewhere, async (t) => {
  const directory = await makeDirectory(t);
  const sum = createHash('sha256').update(directory).digest('hex').slice(0, 32);
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket)).listen(`\0tenant-ops:${sum}`);
  await once(server, 'listening');
  cleanUpAtEnd(t, () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  assert.equal(await findDirectoryLockHolder(directory), undefined);
});

test('a second server is rejected with exit code 1 and does not affect the first', async (t) => {
  const data_dir = await makeStartedDirectory(t);
  const first = await startInOtherProcess(t, data_dir);
  const postmasters = listPostmasters(data_dir);

  const { code, message } = await readFault(data_dir);

  assert.equal(code, 1);
  assert.equal(
    message,
    `DATA_DIR ${data_dir} is in use by another Tenant Ops server (process ${first.child.pid}).\n`,
  );
  assert.deepEqual(listPostmasters(data_dir), postmasters);
  assert.equal((await connectTo(t, first.connection)`select 1`).length, 1);
});

test('the death of its holder releases the directory', async (t) => {
  const data_dir = await makeStartedDirectory(t);
  const { child } = await startInOtherProcess(t, data_dir);

  child.kill('SIGKILL');
  await once(child, 'exit');

  assert.equal(await findDirectoryLockHolder(data_dir), undefined);
});
