import type { Fragment, Queryable } from '../../lib/sql/sql.ts';
import { isUuid } from '../../lib/ids.ts';
import { TARGET_KINDS, type TargetKind } from '../rules.ts';

/** The table of a kind of record, and SQL expressions for its id, name and parent id. */
export type NameSource = { from: string; id?: string; name: string; parent?: string };

export const NAME_SOURCES: Record<TargetKind, NameSource> = {
  account: { from: 'accounts', name: 'row.name' },
  app: { from: 'oauth_apps', id: 'client_id', name: `coalesce(row.reviewed ->> 'name', row.name)` },
  bundle: { from: 'bundles', name: 'row.name' },
  document: { from: 'knowledge_documents', name: 'row.name', parent: 'row.collection_id' },
  endpoint: {
    from: 'webhook_endpoints',
    name: `coalesce(row.name, substring(row.url from '^https?://([^/?#]*)'))`,
  },
  form: { from: 'forms', name: 'row.name' },
  integration: { from: 'integrations', name: 'row.provider' },
  key: { from: 'api_keys', name: 'row.name' },
  procedure: { from: 'procedures', name: 'row.title' },
  seat: { from: 'seats', name: 'row.device_name' },
  session: { from: 'sessions', name: 'row.session_name' },
  skill: { from: 'skills', name: 'row.name' },
  user: { from: 'users', name: 'row.full_name' },
};

export type AuditTarget = { kind: TargetKind; id: string };
export type AuditTargetName = AuditTarget & { name: string; parent_id: string | null };

/** Reads the names of records. Deleted records are omitted from the result. */
export async function readTargetNames(
  db: Queryable,
  account_id: string,
  targets: readonly AuditTarget[],
): Promise<AuditTargetName[]> {
  const parts = TARGET_KINDS.flatMap((kind) => {
    const ids = targets.flatMap((target) => (target.kind === kind ? [target.id] : []));
    return ids.length > 0 ? [partOf(db, account_id, kind, [...new Set(ids)])] : [];
  });
  if (parts.length === 0) return [];
  const all = parts.reduce((before, one) => db`${before} union all ${one}`);
  return db<AuditTargetName[]>`
    select target.kind, target.id, target.name, target.parent_id
    from (${all}) as target
    where target.name is not null`;
}

function partOf(db: Queryable, account_id: string, kind: TargetKind, ids: readonly string[]): Fragment {
  const { from, id = 'id', name, parent = 'null' } = NAME_SOURCES[kind];
  return db`(
    select
      ${db.unsafe(`'${kind}'`)} as kind,
      row.${db.unsafe(id)}::text as id,
      ${db.unsafe(name)} as name,
      ${db.unsafe(parent)}::uuid as parent_id
    from ${db.unsafe(from)} as row
    where ${accountCondition(db, account_id, kind)}
      and row.${db.unsafe(id)} = any (${kind === 'app' ? [...ids] : ids.filter(isUuid)})
  )`;
}

/** Restricts records to the account. Apps can belong to other accounts, and bundles belong to the platform. */
export function accountCondition(db: Queryable, account_id: string, kind: TargetKind): Fragment {
  if (kind === 'app' || kind === 'bundle') return db`true`;
  return kind === 'account' ? db`row.id = ${account_id}` : db`row.account_id = ${account_id}`;
}
