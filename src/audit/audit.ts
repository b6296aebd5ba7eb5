import { actorIdOf } from '../access/actor.ts';
import type { Context } from '../access/context.ts';
import { newId } from '../lib/ids.ts';
import { setTryProof, type Transaction } from '../lib/sql/sql.ts';
import type { AuditEntry, AuditFilter, AuditPage, AuditSelection } from './contract.ts';
import { TARGET_KINDS, type TargetKind } from './rules.ts';
import * as queries from './sql/entries.ts';
import { nameTargets } from './sql/targets.ts';
import { searchTargetsByName } from './sql/searchByName.ts';

/** The action: noun, then verb. */
export type AuditAction = {
  action: `${string}.${string}`;
  target_id?: string;
  /** Details for the reader; never a secret. */
  details?: Record<string, string | number | boolean | null | readonly string[]>;
};

/** Writes the audit entry in the transaction of the act, which is proven by it. */
export async function recordAudit(
  tx: Transaction,
  { account_id, actor, now, address }: Pick<Context, 'account_id' | 'actor' | 'now' | 'address'>,
  { action, target_id, details = {} }: AuditAction,
): Promise<void> {
  const id = newId(now);
  setTryProof(tx, (later) => queries.hasEntry(later, account_id, id));
  await queries.insertEntry(tx, account_id, {
    id,
    action,
    actor_kind: actor.kind,
    actor_id: actorIdOf(actor),
    target_id: target_id ?? null,
    details,
    address: address ?? null,
    created_at: now,
  });
}

export async function listAudit(ctx: Context, filter: AuditFilter): Promise<AuditPage> {
  const { db, account_id } = ctx;
  const { limit, offset } = filter;
  const chosen = await findTargetIds(ctx, filter);
  const { shown, ...ends } = await queries.listAuditEntries(db, account_id, chosen);
  return { entries: await withTargets(ctx, shown), ...ends, limit, offset };
}

/** Resolves the filter: a target given by name becomes the ids of the records with that name. */
export async function findTargetIds<S extends AuditSelection>(
  { db, account_id }: Context,
  filter: S,
): Promise<Omit<S, 'name'> & queries.AuditSelectionSql> {
  const { name, ...selection } = filter;
  if (name === undefined) return selection;
  const entries = queries.selectNewestEntries(db, account_id, filter);
  return {
    ...selection,
    target_ids: await searchTargetsByName(db, account_id, entries, { text: name, wordsOf }),
  };
}

/** With the names of what was acted on, where it is still there. */
export async function withTargets(
  { db, account_id }: Context,
  entries: readonly queries.FoundEntry[],
): Promise<AuditEntry[]> {
  const targetOf = ({ action, target_id: id }: queries.FoundEntry) => {
    const kind = kindOf(action);
    return kind && id !== null ? { kind, id } : undefined;
  };
  const named = await nameTargets(
    db,
    account_id,
    entries.map(targetOf).filter((one) => one !== undefined),
  );
  const byId = new Map(named.map(({ id, ...target }) => [`${target.kind} ${id}`, target]));
  return entries.map((entry) => {
    const target = targetOf(entry);
    return { ...entry, target: byId.get(`${target?.kind} ${target?.id}`) ?? null };
  });
}

/** Words of actions that are about a record of another name. */
const KIND_OF: Partial<Record<string, TargetKind>> = {
  connection: 'app',
  consent: 'app',
  password: 'user',
  second_factor: 'user',
};

/** The first words of actions about each kind. */
function wordsOf(kind: TargetKind): string[] {
  return [kind, ...Object.keys(KIND_OF).filter((word) => KIND_OF[word] === kind)];
}

/** The kind of the target, from the first word of the action. */
function kindOf(action: string): TargetKind | undefined {
  const word = action.split('.')[0] ?? '';
  return KIND_OF[word] ?? TARGET_KINDS.find((kind) => kind === word);
}
