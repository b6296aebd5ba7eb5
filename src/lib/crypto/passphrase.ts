import { randomBytes, scrypt } from 'node:crypto';
import { createSecretBox } from './secretBox.ts';
import { StartupFault } from '../process/startupFault.ts';

/** A text encrypted with a passphrase: AES-256-GCM with a key derived by scrypt. */
export type SealedText = { salt: string; cost: number; block: number; sealed: string };

/** OWASP's parameters for scrypt: each guess of a passphrase needs 128 MB. */
const COST = 2 ** 17;
const BLOCK = 8;
const KEY_BYTES = 32;
export const SALT_BYTES = 16;

export async function sealWithPassphrase(
  text: string,
  passphrase: string,
  context: string,
): Promise<SealedText> {
  const salt = randomBytes(SALT_BYTES);
  const box = createSecretBox(await derivePassphraseKey(passphrase, salt));
  const sealed = box.seal(text, context).toString('base64');
  return { salt: salt.toString('hex'), cost: COST, block: BLOCK, sealed };
}

export async function openWithPassphrase(
  { salt, cost, block, sealed }: SealedText,
  passphrase: string,
  context: string,
): Promise<string> {
  // The parameters come from a file and determine the memory and time of a guess, so only the known ones are accepted.
  if (cost !== COST || block !== BLOCK)
    throw new StartupFault('The secret key is encrypted with unknown parameters.');
  const box = createSecretBox(await derivePassphraseKey(passphrase, Buffer.from(salt, 'hex')));
  try {
    return box.open(Buffer.from(sealed, 'base64'), context);
  } catch {
    throw new StartupFault('This is not the passphrase that the secret key was encrypted with.');
  }
}

/**
 * Derives the key with scrypt. The passphrase is normalized to NFC, because keyboards differ in how they compose
 * accents.
 */
export function derivePassphraseKey(passphrase: string, salt: Buffer): Promise<Buffer> {
  const options = { cost: COST, blockSize: BLOCK, maxmem: 256 * COST * BLOCK };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
