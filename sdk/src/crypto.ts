type Crypto = typeof globalThis.crypto;

/** Node 18 has it as a module; the name is a value, so that bundlers for browsers leave it alone. */
const NODE_CRYPTO = 'node:crypto';

export async function findCrypto(): Promise<Crypto> {
  if (globalThis.crypto) return globalThis.crypto;
  const { webcrypto } = await import(/* @vite-ignore */ NODE_CRYPTO);
  return webcrypto;
}

const RANDOM_BYTES = 32;

/** 32 random bytes in base64url. */
export async function randomText(): Promise<string> {
  const crypto = await findCrypto();
  return base64Url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
}

export function base64Url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
