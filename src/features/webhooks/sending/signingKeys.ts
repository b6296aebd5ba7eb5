import { createSecretKey, type KeyObject } from 'node:crypto';
import type { SecretBox } from '../../../lib/crypto/secretBox.ts';

/** Opens sealed secrets, which are then kept as keys. */
export type SigningKeys = (sealed: Buffer, context: string) => KeyObject;

const MOST_KEPT = 10_000;

/** A key is known by its sealed form and its place, so that a changed or moved secret is opened anew. */
export function createSigningKeys(box: SecretBox): SigningKeys {
  const kept = new Map<string, KeyObject>();
  return (sealed, context) => {
    const name = sealed.toString('latin1') + context;
    const known = kept.get(name);
    if (known) return known;
    const key = createSecretKey(box.open(sealed, context), 'utf8');
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
    kept.set(name, key);
    return key;
  };
}
