export type PasswordStrength = 'weak' | 'fair' | 'strong';

/**
 * Estimates a password's strength from its length, its distinct characters and their kinds, as a hint while the user
 * types. The service itself only requires a length.
 */
export function estimatePasswordStrength(password: string): PasswordStrength {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const points = Math.min(password.length, 2 * new Set(password).size) + 2 * kinds;
  if (points < 14) return 'weak';
  return points < 22 ? 'fair' : 'strong';
}
