const SHORTEST = 8;

/** What may be found neither in a database nor in a log. */
export const notedSecrets = new Set<string>();

/** Passwords, codes, keys of authenticator apps: what a caller gave or got. */
export function noteSecret(secret: unknown): void {
  if (typeof secret === 'string' && secret.length >= SHORTEST) notedSecrets.add(secret);
}
