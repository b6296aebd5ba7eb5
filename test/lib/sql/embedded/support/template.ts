import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { acquireDirectoryLock } from '../../../../../src/lib/sql/embedded/directoryLock.ts';
import { startEmbeddedPostgres } from '../../../../../src/lib/sql/embedded/embedded.ts';
import { makeDirectory } from './directories.ts';
import { silentLog } from './silentLog.ts';

let template: Promise<string> | undefined;

/** Creates a data directory after its first start, copied from a template that each test file creates once. */
export async function makeStartedDirectory(t: TestContext): Promise<string> {
  template ??= makeTemplate();
  const data_dir = await makeDirectory(t);
  execFileSync('cp', ['-a', `${await template}/.`, data_dir]);
  return data_dir;
}

async function makeTemplate(): Promise<string> {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'postgres-test-'));
  process.once('exit', () => rmSync(data_dir, { recursive: true, force: true }));
  const lock = await acquireDirectoryLock(data_dir, 'server');
  const database = await startEmbeddedPostgres({ data_dir, log: silentLog, settings: { fsync: 'off' } });
  await database.stop();
  await lock.release();
  return data_dir;
}
