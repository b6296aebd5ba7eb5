import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createSecretBox, keyNameOf, type SecretBox, type SecretKeys } from './secretBox.ts';
import { errorCode } from '../sql/sql.ts';
import { StartupFault } from '../process/startupFault.ts';

/** The source of the keys: the setting SECRET_KEY, or the file in the data directory. */
export type SecretKeyLocation = { setting: SecretKeys | undefined; data_dir: string };

const KEY_FILE = 'secret.key';
const LINE = /^[0-9a-f]{64}$/;

/**
 * Reads the keys of the setting or, without it, of the key file, one key per line. Creates the file with one key if it
 * is missing; only its owner can read it.
 */
export function readSecretKeys({ setting, data_dir }: SecretKeyLocation): SecretKeys {
  return setting ?? readKeyFile(keyFileOf(data_dir));
}

/** Returns the name of the key source for messages. */
export function describeSecretKeySource({ setting, data_dir }: SecretKeyLocation): string {
  return setting ? 'SECRET_KEY' : keyFileOf(data_dir);
}

/**
 * Opens a secret box that follows changes of the key file: a key that is added while the process runs encrypts from
 * then on.
 */
export function openSecretBox(place: SecretKeyLocation): SecretBox {
  if (place.setting) return createSecretBox(...place.setting);
  const path = keyFileOf(place.data_dir);
  const read = () => ({ box: createSecretBox(...readKeyFile(path)), stamp: stampOf(path) });
  let held = read();
  const newest = () => {
    const stamp = stampOf(path);
    if (stamp !== undefined && stamp !== held.stamp) held = read();
    return held.box;
  };
  return {
    seal: (text, context) => newest().seal(text, context),
    open(sealed, context) {
      const { box } = held;
      try {
        return box.open(sealed, context);
      } catch (error) {
        if (newest() === box) throw error;
        return held.box.open(sealed, context);
      }
    },
    derive: (purpose) => newest().derive(purpose),
  };
}

/** Opens a secret box that reads its keys on first use, because most commands need no keys. */
export function lazySecretBox(place: SecretKeyLocation): SecretBox {
  let made: SecretBox | undefined;
  const box = () => (made ??= openSecretBox(place));
  return {
    seal: (text, context) => box().seal(text, context),
    open: (sealed, context) => box().open(sealed, context),
    derive: (purpose) => box().derive(purpose),
  };
}

/** Writes the keys of a backup if there are none yet. Throws if existing keys lack one of the backup's keys. */
export function restoreSecretKeys(place: SecretKeyLocation, keys: SecretKeys): void {
  const path = keyFileOf(place.data_dir);
  if (place.setting === undefined && readIfThere(path) === undefined) makeKeyFile(path, keys);
  const kept = readSecretKeys(place);
  if (keys.every((key) => kept.some((one) => one.equals(key)))) return;
  throw new StartupFault(
    `${describeSecretKeySource(place)} does not contain the ${keys.length === 1 ? 'key' : `${keys.length} keys`} of the backup: remove it, or add what is missing.`,
  );
}

/** Generates a key that encrypts from now on and keeps the existing ones. Returns its name. */
export function addSecretKey(place: SecretKeyLocation): string {
  const path = assertFile(place);
  const key = randomBytes(32);
  replaceKeyFile(path, [key, ...readKeyFile(path)]);
  return keyNameOf(key);
}

/** Removes keys by name, except the newest one, which is always kept. */
export function removeSecretKeys(place: SecretKeyLocation, names: readonly string[]): void {
  const path = assertFile(place);
  const [newest, ...older] = readKeyFile(path);
  replaceKeyFile(path, [newest, ...older.filter((key) => !names.includes(keyNameOf(key)))]);
}

/** Returns the time of the last change of the key file; undefined if the keys are in the setting. */
export function secretKeyFileChangedAt({ setting, data_dir }: SecretKeyLocation): Date | undefined {
  return setting ? undefined : statSync(keyFileOf(data_dir)).mtime;
}

/** Parses keys, one per line, from a key file or a backup. Returns undefined if a line is not a key. */
export function parseSecretKeys(text: string): SecretKeys | undefined {
  const [newest, ...older] = text.trim().split(/\s*\n\s*/);
  if (newest === undefined || ![newest, ...older].every((line) => LINE.test(line))) return undefined;
  return [Buffer.from(newest, 'hex'), ...older.map((line) => Buffer.from(line, 'hex'))];
}

export function formatSecretKeys(keys: SecretKeys): string {
  return keys.map((key) => key.toString('hex')).join('\n');
}

/** Merges two lists without duplicates, in the order of the first list. */
export function mergeSecretKeys([newest, ...first]: SecretKeys, second: SecretKeys): SecretKeys {
  const known = [newest, ...first];
  return [newest, ...first, ...second.filter((key) => !known.some((one) => one.equals(key)))];
}

function assertFile(place: SecretKeyLocation): string {
  if (!place.setting) return keyFileOf(place.data_dir);
  throw new StartupFault(
    'The keys are in SECRET_KEY: change them there, the newest first, separated by commas. ' +
      'A key has 64 hexadecimal characters; `openssl rand -hex 32` generates one.',
  );
}

function keyFileOf(data_dir: string): string {
  return join(data_dir, KEY_FILE);
}

function readKeyFile(path: string): SecretKeys {
  if (readIfThere(path) === undefined) makeKeyFile(path, [randomBytes(32)]);
  const keys = parseSecretKeys(readIfThere(path) ?? '');
  if (keys) return keys;
  throw new StartupFault(`${path} must contain one key of 64 hexadecimal characters per line.`);
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns a value that changes whenever the file does. */
function stampOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.ino} ${found.mtimeMs} ${found.size}`;
}

/**
 * Creates the key file atomically: a crash leaves no partial file, and processes that start at the same time share one
 * key.
 */
function makeKeyFile(path: string, keys: SecretKeys): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  withDraft(path, keys, (draft) => {
    try {
      linkSync(draft, path);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  });
}

/** Replaces the key file and keeps its owner, which is the account of the service. */
function replaceKeyFile(path: string, keys: SecretKeys): void {
  const { uid, gid } = statSync(path);
  withDraft(path, keys, (draft) => {
    const made = statSync(draft);
    if (made.uid !== uid || made.gid !== gid) chownSync(draft, uid, gid);
    renameSync(draft, path);
  });
}

/**
 * Writes and syncs a draft, lets `name` give the draft its final name, then syncs the directory, so that the keys
 * survive a crash before they are used.
 */
function withDraft(path: string, keys: SecretKeys, name: (draft: string) => void): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, `${formatSecretKeys(keys)}\n`, { flag: 'wx', mode: 0o600, flush: true });
    name(draft);
    syncFolder(dirname(path));
  } finally {
    rmSync(draft, { force: true });
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
