import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartupFault } from '../../process/startupFault.ts';
import { readErrorCode } from './dataDirectory.ts';

/** The operating system account of the PostgreSQL processes. Undefined if they run as the account of this process. */
export type OsAccount = { uid: number; gid: number };

const CANDIDATES = ['postgres', 'nobody'];

/**
 * PostgreSQL refuses to run as root. If this process is root, the server runs as the owner of the data or as an
 * existing unprivileged account.
 */
export async function chooseServerAccount(
  data_dir: string,
  cluster_dir: string,
): Promise<OsAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  return (await findOwner(cluster_dir)) ?? (await findOwner(data_dir)) ?? (await readUnprivilegedAccount());
}

/**
 * Throws if the data directory belongs to another account, for example after starts as root and as an ordinary user.
 */
export async function assertOwner(cluster_dir: string, account: OsAccount | undefined): Promise<void> {
  const found = (await findStat(cluster_dir))?.uid;
  const uid = account?.uid ?? process.getuid?.();
  if (found === undefined || uid === undefined || found === uid) return;
  throw new StartupFault(
    `${cluster_dir} belongs to uid ${found}, and the database would run as uid ${uid}: start as its owner, or give it to uid ${uid} with chown -R.`,
  );
}

/** True if the account may enter every directory of the path. */
export async function isReachable(directory: string, account: OsAccount | undefined): Promise<boolean> {
  if (!account) return true;
  for (let place = path.resolve(directory); ; place = path.dirname(place)) {
    if (!mayEnter(await stat(place), account)) return false;
    if (place === path.dirname(place)) return true;
  }
}

async function findOwner(directory: string): Promise<OsAccount | undefined> {
  const found = await findStat(directory);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

async function findStat(directory: string): Promise<Stats | undefined> {
  try {
    return await stat(directory);
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function readUnprivilegedAccount(): Promise<OsAccount> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const candidate of CANDIDATES) {
    const [, , uid, gid] = users.find(([name]) => name === candidate) ?? [];
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new StartupFault(
    'PostgreSQL does not run as root, and this system has neither the user postgres nor nobody: start as an ordinary user or set DATABASE_URL.',
  );
}

function mayEnter(place: { mode: number; uid: number; gid: number }, account: OsAccount): boolean {
  if (place.uid === account.uid) return (place.mode & 0o100) !== 0;
  if (place.gid === account.gid) return (place.mode & 0o010) !== 0;
  return (place.mode & 0o001) !== 0;
}
