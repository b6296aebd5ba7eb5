import type { DeviceContext } from '../../access/context.ts';
import { emit } from '../../events/emit.ts';
import { notFound } from '../../access/notFound.ts';
import { badRequest, conflict } from '../../lib/errors.ts';
import { untranslated } from '../../lib/text/reasons.ts';
import { newId } from '../../lib/ids.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import { findBundleOfSeat } from '../bundles/bundles.ts';
import { submitProcedures, type NewProcedure } from '../procedures/procedures.ts';
import { finishTask, lockLinkedTask, startTask, type TaskSession } from '../tasks/device.ts';
import { updateSessionCounters } from '../users/counters.ts';
import type { Session, SessionEnd, SessionStart, SessionHeartbeat } from './contract.ts';
import { assertRecentStart, clampEndTime, clampToEarliest, clampStartTime } from './times.ts';
import { sessionCompleted, sessionStarted, toSessionSummary, type EndedSession } from './events.ts';
import * as queries from './sql/sessions.ts';
import { lockSession, toSession } from './sessions.ts';

/**
 * Starts a session. The glasses can choose the id, so that repeating the request after a lost response returns the same
 * session.
 */
export async function startSession(ctx: DeviceContext, input: SessionStart): Promise<Session> {
  const { db, account_id, now } = ctx;
  const { seat_id } = ctx.actor;
  const id = input.session_id ?? newId(now);
  return transaction(db, async (tx) => {
    const earlier = await queries.findSessionOrDeleted(tx, account_id, id);
    const session = earlier ?? (await beginSession(tx, account_id, { id, seat_id, input, now }));
    assertSameStart(session, seat_id);
    return toSession(session);
  });
}

type Start = { id: string; seat_id: string; input: SessionStart; now: Date };

async function beginSession(
  tx: Transaction,
  account_id: string,
  start: Start,
): Promise<queries.StoredSession> {
  const { id, seat_id, input, now } = start;
  assertRecentStart(clampStartTime(input.started_at, now), now);
  const { user_id } = await findUserForStart(tx, account_id, seat_id, input.role);
  const bundle = await findBundleOfSeat(tx, account_id, seat_id);
  const task = input.task_id ? await lockLinkedTask(tx, account_id, input.task_id) : undefined;
  const session = await queries.insertSession(tx, account_id, newRow(start, user_id, bundle?.name ?? null));
  if (!session) return readRaced(tx, account_id, id);

  await emit(tx, account_id, 'session.started', sessionStarted(session), now);
  if (task) await startTask(tx, account_id, task, workOf(session, now));
  await updateSessionCounters(tx, account_id, undefined, session);
  return session;
}

async function findUserForStart(tx: Transaction, account_id: string, seat_id: string, role: Session['role']) {
  const starter = await queries.lockSeatAndFindUser(tx, account_id, seat_id);
  if (!starter) throw badRequest('seat', untranslated('not assigned to a user'));
  if (!starter.roles.includes(role)) throw badRequest('role', untranslated('not a role of this seat'));
  return starter;
}

/** Reads the session after a concurrent request with the same id inserted it first. */
async function readRaced(tx: Transaction, account_id: string, id: string): Promise<queries.StoredSession> {
  const session = await queries.findSessionOrDeleted(tx, account_id, id);
  if (!session) throw conflict('session_id', untranslated('in use'));
  return session;
}

function assertSameStart(session: queries.StoredSession, seat_id: string): void {
  if (session.seat_id !== seat_id) throw conflict('session_id', untranslated('in use'));
  if (session.deleted_at !== null) throw notFound('Session');
}

function newRow(
  { id, seat_id, input, now }: Start,
  user_id: string,
  bundle_name: string | null,
): queries.NewSession {
  return {
    id,
    seat_id,
    user_id,
    task_id: input.task_id ?? null,
    role: input.role,
    status: 'in_progress',
    session_name: input.session_name ?? null,
    bundle_name,
    started_at: clampStartTime(input.started_at, now),
    last_seen_at: now,
    created_at: now,
  };
}

/**
 * Records a heartbeat and a video URL. Also accepted after the end of the session, because recordings are often
 * uploaded later.
 */
export async function recordSessionHeartbeat(
  ctx: DeviceContext,
  id: string,
  news: SessionHeartbeat,
): Promise<Session> {
  const { db, account_id, now } = ctx;
  return transaction(db, async (tx) => {
    const session = await lockOwn(tx, ctx, id);
    const last_seen_at = clampToEarliest(now, session.last_seen_at);
    return toSession(await queries.updateSession(tx, account_id, session, { ...news, last_seen_at }));
  });
}

/**
 * Ends a session. A repeated request changes nothing. If the sweeper ended the session before, the end from the glasses
 * replaces that end.
 */
export async function completeSession(ctx: DeviceContext, input: SessionEnd): Promise<Session> {
  const { db, account_id, now } = ctx;
  const procedures = (input.procedures ?? []).map((one) => newProcedure(one, now));
  return transaction(db, async (tx) => {
    const before = await lockOwn(tx, ctx, input.session_id);
    if (before.ended_by === 'device') return toSession(before);

    const after = await endSession(tx, account_id, before, updateOf(input, before, now));
    await submitProcedures(tx, ctx, after.id, procedures);
    await tellEnd(tx, account_id, after, { input, procedures, now });
    return toSession(after);
  });
}

async function endSession(
  tx: Transaction,
  account_id: string,
  before: queries.StoredSession,
  update: queries.SessionUpdate,
): Promise<EndedSession> {
  const after = await queries.updateSession(tx, account_id, before, update);
  const { completed_at, status } = after;
  if (completed_at === null || status === 'in_progress') throw new Error('an ended session has no end time');
  await updateSessionCounters(tx, account_id, before, after);
  return { ...after, completed_at, status };
}

type End = { input: SessionEnd; procedures: NewProcedure[]; now: Date };

async function tellEnd(
  tx: Transaction,
  account_id: string,
  session: EndedSession,
  { input, procedures, now }: End,
): Promise<void> {
  const summary = toSessionSummary(session, procedures);
  const task = session.task_id === null ? undefined : await lockLinkedTask(tx, account_id, session.task_id);
  await emit(
    tx,
    account_id,
    'session.completed',
    sessionCompleted(session, task?.title ?? null, summary),
    now,
  );
  if (task && session.status === 'completed' && input.complete_task !== false) {
    await finishTask(tx, account_id, task, { ...workOf(session, now), session_summary: summary });
  }
}

function updateOf(input: SessionEnd, before: queries.StoredSession, now: Date): queries.SessionUpdate {
  return {
    ...clampEndTime(input, before.started_at, now),
    status: input.status,
    ended_by: 'device',
    session_summary: input.summary ?? before.session_summary,
    score: input.score ?? null,
    notes: input.notes ?? null,
    procedure_count: input.procedures ? input.procedures.length : before.procedure_count,
    last_seen_at: clampToEarliest(now, before.last_seen_at),
  };
}

function newProcedure(input: NonNullable<SessionEnd['procedures']>[number], now: Date): NewProcedure {
  return {
    id: newId(now),
    title: input.title,
    description: input.description ?? null,
    clip_url: input.clip_url ?? null,
    thumbnail_url: input.thumbnail_url ?? null,
    start_seconds: input.start_seconds ?? null,
    end_seconds: input.end_seconds ?? null,
  };
}

/** Locks a session of this seat. A session of another seat fails with NOT_FOUND. */
async function lockOwn(tx: Transaction, ctx: DeviceContext, id: string): Promise<queries.StoredSession> {
  const session = await lockSession(tx, ctx.account_id, id);
  if (session.seat_id !== ctx.actor.seat_id) throw notFound('Session');
  return session;
}

function workOf({ id, user_id }: queries.StoredSession, now: Date): TaskSession {
  return { actor: { kind: 'session', session_id: id, user_id }, now };
}
