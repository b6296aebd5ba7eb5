import type { Queryable } from '../../lib/sql.ts';
import type { Use } from '../uses.ts';

/** Where each kind of credential notes its last use. */
export const USE_COLUMNS = {
  api_keys: 'last_used_at',
  integrations: 'last_used_at',
  oauth_grants: 'last_used_at',
  seats: 'last_seen_at',
} as const;

// across accounts: a batch holds the uses of the last seconds
export async function markUsed(
  db: Queryable,
  table: keyof typeof USE_COLUMNS,
  uses: readonly Use[],
): Promise<void> {
  const column = db.unsafe(USE_COLUMNS[table]);
  await db`
    update ${db.unsafe(table)} as credential
    set ${column} = used.at
    from unnest(
      ${uses.map((use) => use.account_id)}::uuid[],
      ${uses.map((use) => use.id)}::uuid[],
      ${uses.map((use) => use.at.toISOString())}::timestamptz[]
    ) as used (account_id, id, at)
    where credential.account_id = used.account_id
      and credential.id = used.id
      and (credential.${column} is null or credential.${column} < used.at)`;
}
