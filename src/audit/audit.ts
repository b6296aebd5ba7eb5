import { actorIdOf } from '../access/actor.ts';
import type { Context } from '../access/context.ts';
import { newId } from '../lib/ids.ts';
import { setAttemptProof, type Transaction } from '../lib/sql/sql.ts';
import type { AuditEntry, AuditFilter, AuditPage, AuditExportFilter } from './contract.ts';
import type { AuditActionName } from './actions.ts';
import { TARGET_KINDS, type TargetKind } from './rules.ts';
import * as queries from './sql/entries.ts';
import { readTargetNames } from './sql/targets.ts';
import { searchTargetIdsByName } from './sql/searchByName.ts';

export type AuditAction = {
  action: AuditActionName;
  target_id?: string;
  /** Admins see the details, so they must not contain a secret. */
  details?: Record<string, string | number | boolean | null | readonly string[]>;
};

/**
 * Writes the audit entry in the transaction of the action. After a lost COMMIT response, the entry proves that the
 * transaction was committed.
 */
export async function recordAudit(
  tx: Transaction,
  { account_id, actor, now, address }: Pick<Context, 'account_id' | 'actor' | 'now' | 'address'>,
  { action, target_id, details = {} }: AuditAction,
): Promise<void> {
  const id = newId(now);
  setAttemptProof(tx, (later) => queries.hasEntry(later, account_id, id));
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
  const chosen = await resolveNameFilter(ctx, filter);
  const { shown, ...ends } = await queries.listAuditEntries(db, account_id, chosen);
  return { entries: await addTargetNames(ctx, shown), ...ends, limit, offset };
}

/** Replaces the name filter by the ids of the records with that name. */
export async function resolveNameFilter<S extends AuditExportFilter>(
  { db, account_id }: Context,
  filter: S,
): Promise<Omit<S, 'name'> & queries.AuditTargetFilter> {
  const { name, ...selection } = filter;
  if (name === undefined) return selection;
  const entries = queries.selectNewestEntries(db, account_id, filter);
  return {
    ...selection,
    target_ids: await searchTargetIdsByName(db, account_id, entries, { text: name, wordsOf }),
  };
}

/** Adds the name of the target to each entry; null if the target was deleted. */
export async function addTargetNames(
  { db, account_id }: Context,
  entries: readonly queries.AuditEntryRow[],
): Promise<AuditEntry[]> {
  const targetOf = ({ action, target_id: id }: queries.AuditEntryRow) => {
    const kind = kindOf(action);
    return kind && id !== null ? { kind, id } : undefined;
  };
  const named = await readTargetNames(
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

/**
 * Actions whose first word is not the kind of their target. For example, the target of `password` actions is a user.
 */
const KIND_OF: Partial<Record<string, TargetKind>> = {
  connection: 'app',
  consent: 'app',
  password: 'user',
  second_factor: 'user',
};

/** The first words of all actions whose target is of this kind. */
function wordsOf(kind: TargetKind): string[] {
  return [kind, ...Object.keys(KIND_OF).filter((word) => KIND_OF[word] === kind)];
}

/** Derives the kind of the target from the first word of the action. */
function kindOf(action: string): TargetKind | undefined {
  const word = action.split('.')[0] ?? '';
  return KIND_OF[word] ?? TARGET_KINDS.find((kind) => kind === word);
}
