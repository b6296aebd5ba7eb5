export type PkcePair = { verifier: string; challenge: string };

const RANDOM_BYTES = 32;

/** Creates a PKCE verifier, which never leaves this browser, and its challenge for the authorize URL. */
export async function createPkcePair(): Promise<PkcePair> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
  const hashed = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { verifier, challenge: base64url(new Uint8Array(hashed)) };
}

/** Creates the random `state` parameter of an authorize URL. */
export function createOAuthState(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(12)));
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
