import type { EventData } from '../../events/catalogue.ts';
import { sessionMinutesRoundedUp } from '../users/counters.ts';
import type { StoredSession } from './sql/sessions.ts';

export type SessionSummary = NonNullable<EventData<'session.completed'>['session_summary']>;
export type EndedSession = StoredSession & { completed_at: string; status: 'completed' | 'failed' };

export function sessionStarted(session: StoredSession): EventData<'session.started'> {
  return {
    session_id: session.id,
    user_id: session.user_id,
    user_name: session.user_name,
    seat_id: session.seat_id,
    bundle_name: session.bundle_name,
    session_name: session.session_name,
    video_url: session.video_url,
    started_at: session.started_at,
  };
}

export function sessionCompleted(
  session: EndedSession,
  task_title: string | null,
  session_summary: SessionSummary | null,
): EventData<'session.completed'> {
  return {
    session_id: session.id,
    user_id: session.user_id,
    user_name: session.user_name,
    status: session.status,
    started_at: session.started_at,
    ended_at: session.completed_at,
    duration_minutes: Math.round((session.duration_seconds ?? 0) / 60),
    minutes_consumed: sessionMinutesRoundedUp(session),
    video_url: session.video_url,
    task_id: session.task_id,
    task_title,
    session_summary,
  };
}

/**
 * Builds the summary of a session for events. Returns null if the session has no summary, score, notes or procedures.
 */
export function toSessionSummary(
  { session_summary, score, notes }: StoredSession,
  procedures: { id: string; title: string }[],
): SessionSummary | null {
  if (session_summary === null && score === null && notes === null && procedures.length === 0) return null;
  return {
    summary: session_summary,
    score,
    notes,
    procedures: procedures.map(({ id, title }) => ({ procedure_id: id, title })),
  };
}
