import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import {
  listEntries,
  makeClosedCheckout,
  makeOwnedDirectory,
  startAndStopServer,
  OTHER_UID,
} from './support/checkouts.ts';
import { readFault, startInOtherProcess } from './support/databases.ts';
import { makeDirectory } from './support/directories.ts';
import { listPostmasters, waitUntil } from '../../../../support/postgresProcesses.ts';

const skip = process.getuid?.() === 0 ? false : 'needs root, to act as several users';
const OK = { code: 0, message: '' };

test('root can serve from a checkout and a data directory that only root can enter', { skip }, async (t) => {
  const checkout = await makeClosedCheckout(t, 0);

  const first = await startAndStopServer(checkout, 0);
  const second = await startAndStopServer(checkout, 0);

  assert.deepEqual([first, second], [OK, OK]);
  assert.notEqual((await stat(path.join(checkout.data_dir, 'postgres'))).uid, 0);
  assert.equal((await stat(checkout.root)).mode & 0o777, 0o700);
  assert.deepEqual(await listEntries(checkout.data_dir), ['postgres', 'postgres.password']);
});

test('leftovers of a kill -9 are found, also in a folder whose name has spaces', { skip }, async (t) => {
  const checkout = await makeClosedCheckout(t, 0);
  await chmod(checkout.root, 0o755);
  const { child } = await startInOtherProcess(t, checkout.data_dir, checkout);
  child.kill('SIGKILL');
  await once(child, 'exit');

  await waitUntil(() => listPostmasters(checkout.data_dir).length === 1);
  assert.deepEqual(await startAndStopServer(checkout, 0), OK);
  assert.equal(listPostmasters(checkout.data_dir).length, 0);
});

test('only root can write to the copy of the binaries', { skip }, async (t) => {
  const checkout = await makeClosedCheckout(t, 0);
  const { connection } = await startInOtherProcess(t, checkout.data_dir, checkout);

  const copied = path.join(path.dirname(connection.host), 'postgres');
  const { uid, mode } = await stat(path.join(copied, 'bin', 'postgres'));

  assert.deepEqual({ uid, mode: mode & 0o777 }, { uid: 0, mode: 0o755 });
  assert.ok((await readdir(path.join(copied, 'lib'))).includes('libpq.so.5'));
});

test('root can serve from packages whose files only root can read', { skip }, async (t) => {
  const checkout = await makeClosedCheckout(t, 0);
  execFileSync('chmod', ['-R', 'go=', path.join(checkout.root, 'node_modules')]);

  assert.deepEqual(await startAndStopServer(checkout, 0), OK);
});

test('an ordinary user can serve from their own checkout and data directory', { skip }, async (t) => {
  const checkout = await makeClosedCheckout(t, OTHER_UID);

  const first = await startAndStopServer(checkout, OTHER_UID);
  const second = await startAndStopServer(checkout, OTHER_UID);

  assert.deepEqual([first, second], [OK, OK]);
  assert.equal((await stat(path.join(checkout.data_dir, 'postgres'))).uid, OTHER_UID);
});

test('an ordinary user can serve although the packages are not writable', { skip }, async (t) => {
  const checkout = await makeClosedCheckout(t, 0);
  await chmod(checkout.root, 0o755);
  await makeOwnedDirectory(checkout.data_dir, OTHER_UID);

  assert.deepEqual(await startAndStopServer(checkout, OTHER_UID), OK);
});

test('root continues as the owner of the data directory', { skip }, async (t) => {
  const checkout = await makeClosedCheckout(t, 0);
  await makeOwnedDirectory(checkout.data_dir, OTHER_UID);

  assert.deepEqual(await startAndStopServer(checkout, 0), OK);
  assert.equal((await stat(path.join(checkout.data_dir, 'postgres'))).uid, OTHER_UID);
});

test('the error for a data directory that is not writable names the solution', { skip }, async (t) => {
  const checkout = await makeClosedCheckout(t, 0);
  await chmod(checkout.root, 0o755);
  const data_dir = path.join(await makeDirectory(t), 'closed');

  const { code, message } = await startAndStopServer({ ...checkout, data_dir }, OTHER_UID);

  assert.equal(code, 1);
  assert.match(
    message,
    /^DATA_DIR .*closed is not writable for the user of this process \(uid 65534\): .*\n$/,
  );
});

test('the error for a database of another owner names the owner and the solution', { skip }, async (t) => {
  const checkout = await makeClosedCheckout(t, OTHER_UID);
  await makeOwnedDirectory(checkout.data_dir, OTHER_UID);
  await makeOwnedDirectory(path.join(checkout.data_dir, 'postgres'), 1);

  const { code, message } = await startAndStopServer(checkout, OTHER_UID);

  assert.equal(code, 1);
  assert.match(
    message,
    /postgres belongs to uid 1, and the database would run as uid 65534: start as its owner/,
  );
});

test('a database that belongs to root is rejected, not taken over', { skip }, async (t) => {
  const data_dir = await makeDirectory(t);
  await makeOwnedDirectory(path.join(data_dir, 'postgres'), 0);

  const { code, message } = await readFault(data_dir);

  assert.equal(code, 1);
  assert.match(message, /postgres belongs to uid 0/);
});
