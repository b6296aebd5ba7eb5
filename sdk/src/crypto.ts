type Crypto = typeof globalThis.crypto;

/**
 * Node 18 provides Web Crypto only as a module. The name is stored in a variable, so that bundlers for browsers do not
 * resolve the import.
 */
const NODE_CRYPTO = 'node:crypto';

export async function findCrypto(): Promise<Crypto> {
  if (globalThis.crypto) return globalThis.crypto;
  const { webcrypto } = await import(/* @vite-ignore */ NODE_CRYPTO);
  return webcrypto;
}

const RANDOM_BYTES = 32;

/** Returns 32 random bytes in base64url. */
export async function randomText(): Promise<string> {
  const crypto = await findCrypto();
  return base64Url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
}

export function base64Url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
