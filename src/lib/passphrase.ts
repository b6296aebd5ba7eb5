import { randomBytes, scrypt, type ScryptOptions } from 'node:crypto';
import { createSecretBox } from './secretBox.ts';
import { StartupFault } from './startupFault.ts';

/** A text that a passphrase opens: AES-256-GCM under a key made by scrypt. */
export type SealedText = { salt: string; cost: number; block: number; sealed: string };

/** OWASP's parameters: 128 MB for each guess. */
const COST = 2 ** 17;
const BLOCK = 8;
const MOST_COST = 2 ** 20;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

export async function sealWithPassphrase(
  text: string,
  passphrase: string,
  context: string,
): Promise<SealedText> {
  const salt = randomBytes(SALT_BYTES).toString('hex');
  const parameters = { salt, cost: COST, block: BLOCK };
  const box = createSecretBox(await deriveKey(passphrase, parameters));
  return { ...parameters, sealed: box.seal(text, context).toString('base64') };
}

export async function openWithPassphrase(
  { sealed, ...parameters }: SealedText,
  passphrase: string,
  context: string,
): Promise<string> {
  const box = createSecretBox(await deriveKey(passphrase, parameters));
  try {
    return box.open(Buffer.from(sealed, 'base64'), context);
  } catch {
    throw new StartupFault('This is not the passphrase that the secret key was sealed with.');
  }
}

function deriveKey(passphrase: string, { salt, cost, block }: Omit<SealedText, 'sealed'>): Promise<Buffer> {
  if (cost > MOST_COST || block > BLOCK)
    throw new StartupFault('The secret key is sealed in an unknown way.');
  const options: ScryptOptions = { cost, blockSize: block, maxmem: 256 * cost * block };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), Buffer.from(salt, 'hex'), KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
