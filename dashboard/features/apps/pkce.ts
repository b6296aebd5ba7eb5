export type Pkce = { verifier: string; challenge: string };

const RANDOM_BYTES = 32;

/** A verifier that only this browser knows, and the challenge that goes into the address. */
export async function makePkce(): Promise<Pkce> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
  const hashed = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { verifier, challenge: base64url(new Uint8Array(hashed)) };
}

export function makeState(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(12)));
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
