import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { findHolder, holdDirectory } from '../../../src/lib/postgres/directoryLock.ts';
import { StartupFault } from '../../../src/lib/startupFault.ts';
import { atEnd } from './support/atEnd.ts';
import { connectTo, readFault, startElsewhere } from './support/databases.ts';
import { makeDirectory } from './support/directories.ts';
import { makeStartedDirectory } from './support/template.ts';
import { listPostmasters } from '../../../support/postgresProcesses.ts';

test('a free directory has no holder, a held one tells which kind', async (t) => {
  const directory = await makeDirectory(t);
  assert.equal(await findHolder(directory), undefined);

  const lock = await holdDirectory(directory, 'command');
  assert.equal(await findHolder(directory), 'command');

  await lock.release();
  assert.equal(await findHolder(directory), undefined);
});

test('a missing directory has no holder and is not made by asking', async (t) => {
  assert.equal(await findHolder(`${await makeDirectory(t)}/missing`), undefined);
});

test('the second holder is told the directory, the holder and its process', async (t) => {
  const directory = await makeDirectory(t);
  const lock = await holdDirectory(directory, 'server');
  atEnd(t, () => lock.release());

  await assert.rejects(
    holdDirectory(directory, 'server', 100),
    new StartupFault(
      `DATA_DIR ${directory} is in use by another Tenant Ops server (process ${process.pid}).`,
    ),
  );
});

test('a holder that is just leaving is waited for', async (t) => {
  const directory = await makeDirectory(t);
  const leaving = await holdDirectory(directory, 'command');
  setTimeout(() => void leaving.release(), 300);

  const lock = await holdDirectory(directory, 'server');

  assert.equal(await findHolder(directory), 'server');
  await lock.release();
});

test('two ways to write one directory are one directory', async (t) => {
  const directory = await makeDirectory(t);
  const lock = await holdDirectory(`${directory}/../${directory.split('/').at(-1)}/`, 'server');
  atEnd(t, () => lock.release());

  assert.equal(await findHolder(directory), 'server');
});

test('a second server is refused with exit 1 and leaves the first alone', async (t) => {
  const data_dir = await makeStartedDirectory(t);
  const first = await startElsewhere(t, data_dir);
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

test('the death of the holder gives the directory back', async (t) => {
  const data_dir = await makeStartedDirectory(t);
  const { child } = await startElsewhere(t, data_dir);

  child.kill('SIGKILL');
  await once(child, 'exit');

  assert.equal(await findHolder(data_dir), undefined);
});
