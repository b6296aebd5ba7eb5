import { actorIdOf } from '../access/actor.ts';
import type { Context } from '../access/context.ts';
import { newId } from '../lib/ids.ts';
import { cut } from '../lib/paging.ts';
import type { Transaction } from '../lib/sql.ts';
import type { AuditFilter, AuditPage } from './contract.ts';
import * as queries from './queries.ts';

/** The action: noun, then verb. */
export type Act = {
  action: `${string}.${string}`;
  target_id?: string;
  /** Details for the reader; never a secret. */
  details?: Record<string, string | number | boolean | null | readonly string[]>;
};

/** Writes the audit entry in the transaction of the act. */
export async function audit(
  tx: Transaction,
  { account_id, actor, now }: Pick<Context, 'account_id' | 'actor' | 'now'>,
  { action, target_id, details = {} }: Act,
): Promise<void> {
  await queries.insertEntry(tx, account_id, {
    id: newId(now),
    action,
    actor_kind: actor.kind,
    actor_id: actorIdOf(actor),
    target_id: target_id ?? null,
    details,
    created_at: now,
  });
}

export async function listAudit({ db, account_id }: Context, filter: AuditFilter): Promise<AuditPage> {
  const { limit, offset } = filter;
  const found = await queries.listEntries(db, account_id, { ...filter, limit: limit + 1 });
  const { shown, has_more } = cut(found, limit);
  return { entries: shown, has_more, limit, offset };
}
