import { isUuid } from '../lib/ids.ts';
import { plainAddress } from '../lib/mail/emailAddress.ts';
import type { Transaction } from '../lib/sql/sql.ts';
import { findActiveUsers } from './sql/userReferences.ts';

export type ReferencedUser = { user_id: string; name: string };

/**
 * Finds the active users of the account that texts of an import name by email address or by id. Unknown users are
 * omitted.
 */
export async function findReferencedUsers(
  tx: Transaction,
  account_id: string,
  references: readonly (string | undefined)[],
): Promise<(reference: string) => ReferencedUser | undefined> {
  const keys = [...new Set(references.flatMap((one) => (one === undefined ? [] : keyOf(one))))];
  if (keys.length === 0) return () => undefined;
  const found = await findActiveUsers(tx, account_id, {
    ids: keys.filter(isUuid),
    emails: keys.filter((key) => !isUuid(key)),
  });
  const byKey = new Map(
    found.flatMap(({ user_id, name, email }) => [user_id, email].map((key) => [key, { user_id, name }])),
  );
  return (reference) => byKey.get(keyOf(reference));
}

function keyOf(reference: string): string {
  return plainAddress(reference.trim());
}
