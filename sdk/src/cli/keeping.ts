import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ConnectionTokens } from '../oauth.ts';
import { UsageFault } from './fault.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The stored values that are needed to refresh and to revoke an OAuth connection. */
export type KeptConnection = {
  client_id: string;
  client_secret: string;
  redirect_uri: string;
  tokens: ConnectionTokens;
};

/** The stored login: the address of a service, with an API key or an OAuth connection. */
export type StoredLogin = { url: string; key: string } | { url: string; connection: KeptConnection };

export function readStoredLogin(env: Environment): StoredLogin | undefined {
  try {
    const kept: { url?: string; key?: string; connection?: KeptConnection } = JSON.parse(
      readFileSync(fileOf(env), 'utf8'),
    );
    const { url = '', key, connection } = kept;
    if (!URL.canParse(url)) return undefined;
    if (connection) return connection.tokens.refresh_token ? { url, connection } : undefined;
    return key ? { url, key } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stores the login in a file that only its owner can read. The file is replaced by a rename, so a reader never sees a
 * partial file.
 */
export function storeLogin(env: Environment, kept: StoredLogin): void {
  const file = fileOf(env);
  const next = `${file}.${process.pid}`;
  openFolder(dirname(file));
  rmSync(next, { force: true });
  writeFileSync(next, JSON.stringify(kept), { mode: 0o600, flag: 'wx' });
  renameSync(next, file);
}

const WRITABLE_BY_OTHERS = 0o022;

/**
 * Creates the folder of the login and removes write access for other users: another user could replace the address to
 * which the key is sent.
 */
function openFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { mode, uid } = statSync(folder);
  const own_uid = process.getuid?.();
  // Windows has no POSIX file modes.
  if (own_uid === undefined) return;
  if (uid !== own_uid)
    throw new UsageFault(`${folder} belongs to another user, who could read what is kept there`);
  if ((mode & WRITABLE_BY_OTHERS) !== 0) chmodSync(folder, 0o700);
}

export function deleteLogin(env: Environment): void {
  rmSync(fileOf(env), { force: true });
}

const POLL_EVERY_MS = 50;
const WAIT_AT_MOST_MS = 120_000;

/** Runs work while holding a lock file, so that only one command changes the login at a time. */
export async function withLoginLock<T>(env: Environment, work: () => Promise<T>): Promise<T> {
  const lock = `${fileOf(env)}.lock`;
  openFolder(dirname(lock));
  const until_ms = Date.now() + WAIT_AT_MOST_MS;
  while (!take(lock)) {
    if (Date.now() > until_ms)
      throw new UsageFault(`Another command holds ${lock}; remove it if there is none`);
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock: string): boolean {
  if (make(lock)) return true;
  // The process that created the lock may have been killed.
  if (isLeft(lock)) removeLeft(lock);
  return false;
}

function make(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

/**
 * Removes the lock of a process that no longer runs. A second lock ensures that only one command checks and removes it:
 * without it, a command could remove a new lock of another command.
 */
function removeLeft(lock: string): void {
  const removing = `${lock}.left`;
  if (!make(removing)) return;
  if (isLeft(lock)) rmSync(lock, { force: true });
  rmSync(removing, { force: true });
}

function isLeft(lock: string): boolean {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

export const DEFAULT_PROFILE = 'default';

/** Lists the names of the stored logins. */
export function listProfiles(env: Environment): string[] {
  const folder = folderOf(env);
  const profiles = (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => {
    const [is_login, profile = DEFAULT_PROFILE] = /^login(?:-([\w-]+))?\.json$/.exec(name) ?? [];
    return is_login ? [profile] : [];
  });
  // Node 18 has no `toSorted`.
  profiles.sort();
  return profiles;
}

/** True if the file of the login exists, even if it cannot be read as a login. */
export function hasStoredFile(env: Environment): boolean {
  return existsSync(fileOf(env));
}

/** The file of the selected profile. Each profile has its own file, so that commands do not overwrite other profiles. */
export function fileOf(env: Environment): string {
  const profile = env['TENANT_OPS_PROFILE'] || DEFAULT_PROFILE;
  return join(folderOf(env), profile === DEFAULT_PROFILE ? 'login.json' : `login-${profile}.json`);
}

function folderOf(env: Environment): string {
  return join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'tenant-ops');
}
