import type { Fragment, Queryable, Transaction } from '../../lib/sql/sql.ts';
import type { LimitKind } from '../limits/table.ts';

/** Returns false if the account does not exist. */
export async function lockAccountLimits(tx: Transaction, account_id: string): Promise<boolean> {
  const found = await tx`
    select 1
    from accounts as account
    where account.id = ${account_id}
    for no key update`;
  return found.length === 1;
}

/** Counts the records of a kind, and stops at the limit. */
export async function countRecords(
  db: Queryable,
  account_id: string,
  kind: LimitKind,
  { now, most }: { now: Date; most: number },
): Promise<number> {
  const [counted] = await db<[{ count: number }]>`
    select count(*)::int as count
    from (
      select 1
      ${heldRows(db, account_id, kind, now)}
      limit ${most}
    ) as held`;
  return counted.count;
}

function heldRows(db: Queryable, account_id: string, kind: LimitKind, now: Date): Fragment {
  switch (kind) {
    case 'users':
      return db`from users as person where person.account_id = ${account_id}`;
    case 'invitations':
      return db`
        from invitations as invitation
        where invitation.account_id = ${account_id}
          and invitation.accepted_at is null
          and invitation.expires_at > ${now}`;
    case 'seats':
      return db`from seats as seat where seat.account_id = ${account_id}`;
    case 'forms':
      return db`from forms as form where form.account_id = ${account_id}`;
    case 'skills':
      return db`from skills as skill where skill.account_id = ${account_id}`;
    case 'collections':
      return db`from knowledge_collections as collection where collection.account_id = ${account_id}`;
    case 'documents':
      return db`from knowledge_documents as document where document.account_id = ${account_id}`;
    case 'endpoints':
      return db`
        from webhook_endpoints as endpoint
        where endpoint.account_id = ${account_id}
          and endpoint.deleted_at is null`;
    case 'keys':
      return db`
        from api_keys as key
        where key.account_id = ${account_id}
          and key.revoked_at is null
          and (key.expires_at is null or key.expires_at > ${now})`;
    case 'apps':
      return db`from oauth_apps as app where app.account_id = ${account_id} and app.deleted_at is null`;
    case 'integrations':
      return db`
        from integrations as integration
        where integration.account_id = ${account_id}
          and integration.revoked_at is null`;
  }
}

export async function sumFileBytes(db: Queryable, account_id: string): Promise<number> {
  const [sum] = await db<[{ bytes: number }]>`
    select ${fileBytesSubquery(db, db`${account_id}`)} as bytes`;
  return sum.bytes;
}

/**
 * A subquery with the total file size of an account. It reads every form and document of the account, whose numbers are
 * limited.
 */
export function fileBytesSubquery(db: Queryable, account_id: Fragment): Fragment {
  return db`
    (
      (
        select coalesce(sum(document.bytes), 0)
        from knowledge_documents as document
        where document.account_id = ${account_id}
      )
      +
      (
        select coalesce(sum(form.template_bytes), 0)
        from forms as form
        where form.account_id = ${account_id}
      )
    )::float8`;
}
