import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from './sql.ts';
import { StartupFault } from './startupFault.ts';

/** Encrypts stored secrets; the context binds a value to its record. */
export type SecretBox = {
  seal(text: string, context: string): Buffer;
  /** Throws when the box was changed, moved or sealed with another key. */
  open(box: Buffer, context: string): string;
};

/* version (1) ‖ nonce (12) ‖ tag (16) ‖ AES-256-GCM of the text */
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

export function createSecretBox(bytes: Buffer): SecretBox {
  const key = createSecretKey(bytes);
  return {
    seal(text, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), sealed]);
    },
    open(box, context) {
      if (box[0] !== VERSION) throw new Error('a sealed secret of an unknown version');
      const nonce = box.subarray(1, 1 + NONCE_BYTES);
      const tag = box.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
      const text = decipher.update(box.subarray(1 + NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
  };
}

/** A secret box that reads its key on first use, since most commands need none. */
export function lateSecretBox(setting: Buffer | undefined, data_dir: string): SecretBox {
  let made: SecretBox | undefined;
  const box = () => (made ??= createSecretBox(readSecretKey(setting, data_dir)));
  return {
    seal: (text, context) => box().seal(text, context),
    open: (sealed, context) => box().open(sealed, context),
  };
}

const KEY_FILE = 'secret.key';

/** The key of the setting, or the one in the data directory, made there once and readable by us alone. */
export function readSecretKey(setting: Buffer | undefined, data_dir: string): Buffer {
  if (setting) return setting;
  const path = join(data_dir, KEY_FILE);
  const text = readKeyFile(path);
  if (/^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, 'hex');
  throw new StartupFault(`${path} does not hold a key of 64 hexadecimal characters.`);
}

function readKeyFile(path: string): string {
  const existing = readIfThere(path);
  if (existing !== undefined) return existing;
  makeKeyFile(path);
  return readIfThere(path) ?? '';
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Written and synced under another name first, so that a crash leaves no partial key and two starts share
 * one.
 */
function makeKeyFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
