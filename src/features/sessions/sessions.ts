import { randomUUID } from 'node:crypto';
import type { Context } from '../../access/context.ts';
import { notFound } from '../../access/notFound.ts';
import { Failure } from '../../lib/errors.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import { recordAudit } from '../../audit/audit.ts';
import {
  findReadyTrainingApp,
  queueDeletionReport,
  readDeletionState,
  reportSessionDeletionNow,
} from '../deletions/deletions.ts';
import { withdrawProcedures } from '../procedures/procedures.ts';
import { unlinkTaskFromSession } from '../tasks/device.ts';
import { updateSessionCounters, removeSessionFromCounters } from '../users/counters.ts';
import { closeSessionAsFailed } from './closing.ts';
import type {
  Session,
  SessionChanges,
  DeletedSession,
  SessionDetail,
  SessionFilter,
  SessionPage,
} from './contract.ts';
import * as queries from './sql/sessions.ts';
import { clampToEarliest } from './times.ts';

export async function listSessions({ db, account_id }: Context, filter: SessionFilter): Promise<SessionPage> {
  const { sessions, total } = await queries.listSessions(db, account_id, filter);
  return { sessions, total, limit: filter.limit, offset: filter.offset };
}

export async function readSession(ctx: Context, id: string): Promise<Session> {
  return toSession(await findSession(ctx, id));
}

/** Reads a session for the dashboard, with members that the public API does not return. */
export async function readSessionDetail(ctx: Context, id: string): Promise<SessionDetail> {
  const stored = await findSession(ctx, id);
  const { score, notes, bundle_name, last_seen_at, ended_by } = stored;
  return { session: toSession(stored), score, notes, bundle_name, last_seen_at, ended_by };
}

async function findSession({ db, account_id }: Context, id: string): Promise<queries.StoredSession> {
  const stored = await queries.findSessionOrDeleted(db, account_id, id);
  if (!stored || stored.deleted_at !== null) throw notFound('Session');
  return stored;
}

export async function changeSession(
  { db, account_id }: Context,
  id: string,
  changes: SessionChanges,
): Promise<Session> {
  const update = withoutAlias(changes);
  return transaction(db, async (tx) => {
    const before = await lockSession(tx, account_id, id);
    if (Object.keys(update).length === 0) return toSession(before);
    const after = await queries.updateSession(tx, account_id, before, update);
    await updateSessionCounters(tx, account_id, before, after);
    return toSession(after);
  });
}

/**
 * Deletes a session. After the commit, the deletion is reported to the training app within the request if possible;
 * otherwise the worker reports it later.
 */
export async function deleteSession(ctx: Context, id: string): Promise<DeletedSession> {
  const { db, account_id, now } = ctx;
  const app = await findReadyTrainingApp(ctx);
  const claim_id = app ? randomUUID() : null;
  const { state, isMine } = await transaction(db, async (tx) => {
    const session = await queries.lockSessionOrDeleted(tx, account_id, id);
    if (!session) throw notFound('Session');
    if (session.deleted_at === null) await removeSession(tx, ctx, session, claim_id);
    const deletion = await readDeletionState(tx, account_id, id);
    return { state: deletion.state, isMine: claim_id !== null && deletion.claim_id === claim_id };
  });
  if (!app || claim_id === null || !isMine) return { deleted: true, core: state };
  const deletion = { session_id: id, deleted_at: now.toISOString(), claim_id };
  return { deleted: true, core: await reportSessionDeletionNow(ctx, app, deletion) };
}

async function removeSession(
  tx: Transaction,
  ctx: Context,
  found: queries.StoredSession,
  claim_id: string | null,
): Promise<void> {
  const { account_id, now } = ctx;
  const session = found.status === 'in_progress' ? await endNow(tx, ctx, found) : found;
  await queries.updateSession(tx, account_id, session, { deleted_at: now });
  await withdrawProcedures(tx, account_id, session.id);
  if (session.task_id !== null) await unlinkTaskFromSession(tx, ctx, session.task_id, session.id);
  await removeSessionFromCounters(tx, account_id, session);
  await queueDeletionReport(tx, ctx, session.id, claim_id);
  await recordAudit(tx, ctx, { action: 'session.deleted', target_id: session.id });
}

/** Ends a running session before its deletion, because the glasses cannot end a deleted session. */
function endNow(tx: Transaction, { account_id, now }: Context, session: queries.StoredSession) {
  const completed_at = clampToEarliest(now, session.started_at);
  return closeSessionAsFailed(tx, account_id, session, { ended_by: 'deletion', completed_at, now });
}

/** Locks a session that is not deleted. */
export async function lockSession(
  tx: Transaction,
  account_id: string,
  id: string,
): Promise<queries.StoredSession> {
  const session = await queries.lockSessionOrDeleted(tx, account_id, id);
  if (!session || session.deleted_at !== null) throw notFound('Session');
  return session;
}

/** Converts a stored session into the members that the public API returns. */
export function toSession(stored: queries.StoredSession): Session {
  const { user_id, user_name, score, notes, bundle_name, last_seen_at, ended_by, deleted_at, ...session } =
    stored;
  return session;
}

type PlainChanges = Omit<SessionChanges, 'procedures_count'>;

function withoutAlias({ procedures_count, ...changes }: SessionChanges): PlainChanges {
  if (procedures_count === undefined) return changes;
  const procedure_count = changes.procedure_count ?? procedures_count;
  if (procedure_count === procedures_count) return { ...changes, procedure_count };
  throw new Failure('CONFLICTING_ALIASES', 'procedure_count: differs from its alias procedures_count');
}
