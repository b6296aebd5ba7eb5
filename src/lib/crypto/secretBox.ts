import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** Encrypts stored secrets. The context binds a value to its record, so that it cannot be moved to another one. */
export type SecretBox = {
  seal(text: string, context: string): Buffer;
  /** Throws if the value was changed, moved to another context, or encrypted with an unknown key. */
  open(box: Buffer, context: string): string;
  /** Derives a secret of 64 hexadecimal characters from the newest key and the purpose. */
  derive(purpose: string): string;
};

/** Keys in order, the newest first. The newest one encrypts; all of them decrypt. */
export type SecretKeys = readonly [Buffer, ...Buffer[]];

/** A secret box with several keys, which reports the key of a value. */
export type KeyRing = SecretBox & {
  /** The names of the keys, the newest first. A name reveals nothing about its key. */
  names: readonly string[];
  /** Returns the name of the key that decrypts the value; undefined if none does. */
  findKey(box: Buffer, context: string): string | undefined;
};

/* Format of a value: version (1 byte) ‖ nonce (12) ‖ tag (16) ‖ AES-256-GCM ciphertext. */
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const NAME_LENGTH = 8;

export function createSecretBox(...secret_keys: SecretKeys): KeyRing {
  const [newest, ...older] = secret_keys;
  const key = createSecretKey(newest);
  const keys = [key, ...older.map((one) => createSecretKey(one))];
  const opening = (box: Buffer, context: string) => {
    for (const [at, one] of keys.entries()) {
      const text = tryOpen(one, box, context);
      if (text !== undefined) return { at, text };
    }
    return undefined;
  };
  const names = secret_keys.map(keyNameOf);
  return {
    seal: (text, context) => sealWith(key, text, context),
    open(box, context) {
      const opened = opening(box, context);
      if (opened) return opened.text;
      throw new Error('no key decrypts this secret');
    },
    derive: (purpose) => deriveFrom(key, purpose),
    names,
    findKey(box, context) {
      const opened = opening(box, context);
      return opened && names[opened.at];
    },
  };
}

/** Returns a name that identifies a key in lists and commands. The name is an HMAC, so the key cannot be computed from
 * it. Encrypted values do not contain it. */
export function keyNameOf(key: Buffer): string {
  return deriveFrom(createSecretKey(key), 'name of the key').slice(0, NAME_LENGTH);
}

function sealWith(key: KeyObject, text: string, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), sealed]);
}

function tryOpen(key: KeyObject, box: Buffer, context: string): string | undefined {
  if (box[0] !== VERSION) return undefined;
  const nonce = box.subarray(1, 1 + NONCE_BYTES);
  const tag = box.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
    const text = decipher.update(box.subarray(1 + NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function deriveFrom(key: KeyObject, purpose: string): string {
  return createHmac('sha256', key).update(purpose).digest('hex');
}
