import { access, constants, lstat, mkdir, open, readFile, realpath, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartupFault } from '../../process/startupFault.ts';

/** Creates the directory if it is missing and returns its real path. */
export async function prepareDataDirectory(data_dir: string): Promise<string> {
  try {
    await mkdir(data_dir, { recursive: true, mode: 0o700 });
    await access(data_dir, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(data_dir);
  } catch (error) {
    throw explainFileError(error, `DATA_DIR ${data_dir}`);
  }
}

/** Returns a name made of the device and inode numbers: it stays the same after a move and differs for a copy. */
export async function identifyDirectory(directory: string): Promise<string> {
  const { dev, ino } = await stat(directory, { bigint: true });
  return `tenant-ops-${dev.toString(16)}-${ino.toString(16)}`;
}

/** Writes the file atomically, as a draft that is renamed: a crash leaves the old or the new text. */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  await syncDirectory(path.dirname(file));
}

export async function isPresent(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

export async function findFileText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Syncs the directory to disk, because without it a rename can be lost in a power failure. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function readErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Turns a file system error into a StartupFault with advice for the operator. Other errors are returned unchanged. */
export function explainFileError(error: unknown, subject: string): unknown {
  const reason = REASONS[readErrorCode(error) ?? ''];
  if (!reason) return error;
  const place = error instanceof Error && 'path' in error ? ` (${String(error.path)})` : '';
  return new StartupFault(`${subject} ${reason}${place}.`, { cause: error });
}

/** Recognizes a full disk in the server's output. PostgreSQL also reports it as an incomplete write. */
export function isDiskFull(output: string): boolean {
  return /No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes/.test(output);
}

export const NO_SPACE = 'has no space left on its disk: free at least 100 MB and start again';
const FOREIGN = `is not writable for the user of this process (uid ${process.getuid?.() ?? 'unknown'}): give it to that user or set DATA_DIR to another directory`;
const NO_DIRECTORY = 'is not a directory: set DATA_DIR to one';

const REASONS: Record<string, string> = {
  EACCES: FOREIGN,
  EPERM: FOREIGN,
  ENOTDIR: NO_DIRECTORY,
  EEXIST: NO_DIRECTORY,
  ENOSPC: NO_SPACE,
  EDQUOT: NO_SPACE,
  EROFS: 'is on a read-only file system: set DATA_DIR to a writable directory',
  ENAMETOOLONG: 'has too long a path: set DATA_DIR to a shorter one',
};
