import { chmod, chown, lstat, mkdir, mkdtemp, realpath, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StartupFault } from '../../process/startupFault.ts';
import { type OsAccount, isReachable } from './account.ts';
import { findFileText, identifyDirectory, isPresent, writePrivateFile } from './dataDirectory.ts';

/** Temporary directory of one run, with the Unix socket and, if needed, copied binaries. */
export type RunDirectory = { root: string; socket_dir: string; remove: () => Promise<void> };

const STAGE_BYTES = 100_000_000;
const SOCKET_PATH_LIMIT = 107;
/** The port appears only in the file name of the Unix socket: the server does not listen on TCP. */
export const PORT = 5432;
const SOCKET_IN_ROOT = `-XXXXXX/socket/.s.PGSQL.${PORT}.lock`;

export async function makeRunDirectory(data_dir: string, account?: OsAccount): Promise<RunDirectory> {
  const name = await identifyDirectory(data_dir);
  await removeLeftover(data_dir, name);
  const root = await mkdtemp(`${path.join(await chooseParent(name, account), name)}-`);
  await writePrivateFile(noteIn(data_dir), root);
  await chmod(root, 0o711);

  const socket_dir = path.join(root, 'socket');
  await mkdir(socket_dir, { mode: 0o700 });
  if (account) await chown(socket_dir, account.uid, account.gid);
  return { root, socket_dir, remove: () => remove(data_dir, root) };
}

/**
 * Removes the directory of a killed run. The path in the note must contain this data directory's name, because a copied
 * data directory also copies the note.
 */
async function removeLeftover(data_dir: string, name: string): Promise<void> {
  const root = await findFileText(noteIn(data_dir));
  if (root && path.basename(root).startsWith(`${name}-`) && (await isOurs(root)))
    await remove(data_dir, root);
}

async function isOurs(root: string): Promise<boolean> {
  if (!(await isPresent(root))) return false;
  const found = await lstat(root);
  return found.isDirectory() && found.uid === process.getuid?.();
}

async function chooseParent(name: string, account?: OsAccount): Promise<string> {
  for (const candidate of [tmpdir(), '/tmp', '/var/tmp']) {
    const parent = await realpath(candidate).catch(() => undefined);
    if (!parent || Buffer.byteLength(path.join(parent, name) + SOCKET_IN_ROOT) > SOCKET_PATH_LIMIT) continue;
    if (!account || ((await isReachable(parent, account)) && (await hasRoom(parent)))) return parent;
  }
  throw new StartupFault(
    `The database needs a temporary directory with a short path that every user may enter and 100 MB free; ${tmpdir()} is not suitable: set TMPDIR to another directory.`,
  );
}

/** Checks for space to copy the binaries, which the account may need. */
async function hasRoom(parent: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(parent);
  return bavail * bsize >= STAGE_BYTES;
}

async function remove(data_dir: string, root: string): Promise<void> {
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
  await rm(noteIn(data_dir), { force: true });
}

function noteIn(data_dir: string): string {
  return path.join(data_dir, 'postgres.run');
}
