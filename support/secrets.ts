const SHORTEST = 8;

/** Secrets that no database or log may contain. */
export const notedSecrets = new Set<string>();

/** Registers a secret that a caller sent or received. */
export function noteSecret(secret: unknown): void {
  if (typeof secret === 'string' && secret.length >= SHORTEST) notedSecrets.add(secret);
}
