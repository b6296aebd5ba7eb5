import {
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** An account that is not root; undefined means the account that runs the tests. */
export type Account = { uid: number; gid: number } | undefined;

/** Creates a folder for an account, which a strict umask does not restrict. */
export function makeFolder(folder: string, account: Account): void {
  mkdirSync(folder, { recursive: true });
  if (account) chownSync(folder, account.uid, account.gid);
}

/** Recreates a folder tree: the folders are new and belong to the account; the files are hard links. */
export function linkTree(from: string, to: string, account: Account): void {
  makeFolder(to, account);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target, account);
    else if (existsSync(target)) continue;
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkFile(source, target);
  }
}

/** Hard-links a file, or copies it if it has another owner or is on another file system. */
function linkFile(source: string, target: string): void {
  const { uid, gid } = statSync(path.dirname(target));
  const is_ours = statSync(source).uid === process.getuid?.();
  if (is_ours && tryLink(source, target)) return;
  copyFileSync(source, target);
  chownSync(target, uid, gid);
}

function tryLink(source: string, target: string): boolean {
  try {
    linkSync(source, target);
    return true;
  } catch {
    return false;
  }
}

type Lock = { packages: Record<string, { dev?: boolean }> };

/** Links the packages that `npm ci --omit=dev` would install, from the packages of this checkout. */
export function linkPackages(checkout: string, folder: string, account: Account): void {
  const note = 'node_modules/.package-lock.json';
  const lock: Lock = JSON.parse(readFileSync(path.join(checkout, note), 'utf8'));
  const kept = Object.entries(lock.packages).filter(([, { dev }]) => !dev);
  makeFolder(path.join(folder, 'node_modules'), account);
  for (const [name] of kept) {
    if (name.startsWith('node_modules/@')) makeFolder(path.join(folder, path.dirname(name)), account);
    linkTree(path.join(checkout, name), path.join(folder, name), account);
  }
  linkTree(path.join(checkout, 'node_modules/.bin'), path.join(folder, 'node_modules/.bin'), account);
  const written = path.join(folder, note);
  writeFileSync(written, JSON.stringify({ ...lock, packages: Object.fromEntries(kept) }));
  if (account) chownSync(written, account.uid, account.gid);
}
