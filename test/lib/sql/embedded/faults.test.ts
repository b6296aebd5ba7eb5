import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { canMount } from '../../../support/mounting.ts';
import { readFault, SERVER } from './support/databases.ts';
import { makeDirectory } from './support/directories.ts';
import { makeStartedDirectory } from './support/template.ts';

test('the error for a file in place of the data directory names it', async (t) => {
  const file = path.join(await makeDirectory(t), 'file');
  await writeFile(file, '');

  assert.deepEqual(await readFault(file), {
    code: 1,
    message: `DATA_DIR ${file} is not a directory: set DATA_DIR to one (${file}).\n`,
  });
});

test('the error for a database of another major version names both versions and the solution', async (t) => {
  const data_dir = await makeStartedDirectory(t);
  const file = path.join(data_dir, 'postgres', 'PG_VERSION');
  await writeFile(file, '14\n');
  const older = await readFault(data_dir);
  await writeFile(file, '99\n');
  const newer = await readFault(data_dir);

  assert.deepEqual([older.code, newer.code], [1, 1]);
  assert.match(
    older.message,
    /was created by PostgreSQL 14, and this version includes PostgreSQL 18: make a backup with the version that used it \(npm run cli -- backup\), and restore it with this one/,
  );
  assert.match(
    newer.message,
    /was created by PostgreSQL 99, .* which cannot read it: start the version that used it/,
  );
  assert.equal(await readFile(file, 'utf8'), '99\n');
});

test('a directory that contains no database is not changed', async (t) => {
  const data_dir = await makeStartedDirectory(t);
  await rm(path.join(data_dir, 'postgres', 'PG_VERSION'));

  const { code, message } = await readFault(data_dir);

  assert.equal(code, 1);
  assert.match(message, /postgres is not a PostgreSQL database: move it away or set DATA_DIR elsewhere\.\n$/);
});

test('the error for a damaged password file names the file', async (t) => {
  const data_dir = await makeStartedDirectory(t);
  await writeFile(path.join(data_dir, 'postgres.password'), '\0');

  assert.deepEqual(await readFault(data_dir), {
    code: 1,
    message: `${data_dir}/postgres.password is missing or damaged: restore it from a backup of DATA_DIR.\n`,
  });
});

test('the error for a damaged database contains the message of PostgreSQL', async (t) => {
  const data_dir = await makeStartedDirectory(t);
  const control = path.join(data_dir, 'postgres', 'global', 'pg_control');
  await rename(control, `${control}.lost`);

  const { code, message } = await readFault(data_dir);

  assert.equal(code, 1);
  assert.match(message, /^The database in .* does not start: could not find the database system\.\n$/);
});

test('the error for a full disk at the first start says so, and no files are left', async (t) => {
  if (!canMount()) return t.skip('needs the right to mount a small file system');
  const data_dir = await makeDirectory(t);
  const script = 'mount -t tmpfs -o size=20m tmpfs "$1" && "$2" "$3" "$1"; code=$?; ls -A "$1"; exit $code';
  const child = spawn('unshare', ['-m', 'sh', '-c', script, 'sh', data_dir, process.execPath, SERVER], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [left, message, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);

  assert.equal(
    message,
    `DATA_DIR ${data_dir} has no space left on its disk: free at least 100 MB and start again.\n`,
  );
  assert.deepEqual({ code, left }, { code: 1, left: '' });
});

test('the error for a read-only file system says so', async (t) => {
  if (!canMount()) return t.skip('needs the right to mount a small file system');
  const data_dir = await makeDirectory(t);
  const script = 'mount -t tmpfs -o ro tmpfs "$1" && exec "$2" "$3" "$1"';
  const child = spawn('unshare', ['-m', 'sh', '-c', script, 'sh', data_dir, process.execPath, SERVER], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [message, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);

  assert.equal(code, 1);
  assert.match(message, /is on a read-only file system: set DATA_DIR to a writable directory/);
});
