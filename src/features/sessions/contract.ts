import { Type, type Static } from 'typebox';
import {
  Answer,
  HttpsUrl,
  Input,
  Nullable,
  OneOf,
  Page,
  Timestamp,
  TimestampInput,
  Uuid,
} from '../../lib/schema.ts';

export const SESSION_STATUSES = ['completed', 'in_progress', 'failed'] as const;
const Status = OneOf(SESSION_STATUSES);
export const SESSION_ROLES = ['trainer', 'trainee'] as const;
const Role = OneOf(SESSION_ROLES);
const Count = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });
/** The seconds of a leap year, so that sums stay exact numbers. */
export const LONGEST_SECONDS = 366 * 24 * 60 * 60;
const Duration = Type.Integer({ minimum: 0, maximum: LONGEST_SECONDS });
const Name = Type.String({ maxLength: 500 });
const Text = Type.String({ maxLength: 50_000 });
const Seconds = Type.Number({ minimum: 0, maximum: 1_000_000_000 });

export const Session = Answer({
  id: Uuid,
  session_name: Nullable(Type.String()),
  session_description: Nullable(Type.String()),
  session_summary: Nullable(Type.String()),
  status: Status,
  role: Role,
  duration_seconds: Nullable(Type.Integer()),
  procedure_count: Type.Integer(),
  video_url: Nullable(Type.String()),
  thumbnail_url: Nullable(Type.String()),
  started_at: Timestamp,
  completed_at: Nullable(Timestamp),
  user: Nullable(Answer({ user_id: Uuid, name: Type.String() })),
  seat_id: Uuid,
  task_id: Nullable(Uuid),
});
export type Session = Static<typeof Session>;

export const SessionFilter = Input({
  status: Type.Optional(Status),
  role: Type.Optional(Role),
  from: Type.Optional(TimestampInput),
  to: Type.Optional(TimestampInput),
  ...Page,
});
export type SessionFilter = Static<typeof SessionFilter>;

export const SessionPage = Answer({
  sessions: Type.Array(Session),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
export type SessionPage = Static<typeof SessionPage>;

export const SessionRef = Input({ session_id: Uuid });

const names = {
  session_name: Type.Optional(Nullable(Name)),
  session_description: Type.Optional(Nullable(Text)),
  video_url: Type.Optional(Nullable(HttpsUrl)),
  thumbnail_url: Type.Optional(Nullable(HttpsUrl)),
};

/** Absent leaves a member as it is; null empties it. */
export const SessionChanges = Input({
  ...names,
  session_summary: Type.Optional(Nullable(Text)),
  duration_seconds: Type.Optional(Duration),
  procedure_count: Type.Optional(Count),
  procedures_count: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'The same as procedure_count' }),
  ),
});
export type SessionChanges = Static<typeof SessionChanges>;

export const SessionDeleted = Answer({
  deleted: Type.Literal(true),
  core: OneOf(['sent', 'queued', 'failed']),
});
export type SessionDeleted = Static<typeof SessionDeleted>;

export const SessionStart = Input({
  session_id: Type.Optional(Uuid),
  role: Role,
  task_id: Type.Optional(Nullable(Uuid)),
  session_name: Type.Optional(Nullable(Name)),
  started_at: Type.Optional(TimestampInput),
});
export type SessionStart = Static<typeof SessionStart>;

export const SignOfLife = Input(names);
export type SignOfLife = Static<typeof SignOfLife>;

const ProcedureInput = Input({
  title: Type.String({ minLength: 1, maxLength: 500 }),
  description: Type.Optional(Nullable(Text)),
  clip_url: Type.Optional(Nullable(HttpsUrl)),
  thumbnail_url: Type.Optional(Nullable(HttpsUrl)),
  start_seconds: Type.Optional(Nullable(Seconds)),
  end_seconds: Type.Optional(Nullable(Seconds)),
});
type ProcedureInput = Static<typeof ProcedureInput>;

export const SessionEnd = Input({
  session_id: Uuid,
  status: OneOf(['completed', 'failed']),
  ended_at: Type.Optional(TimestampInput),
  duration_seconds: Type.Optional(Duration),
  summary: Type.Optional(Nullable(Text)),
  score: Type.Optional(Nullable(Type.Number())),
  notes: Type.Optional(Nullable(Text)),
  procedures: Type.Optional(Type.Array(ProcedureInput, { maxItems: 500 })),
  complete_task: Type.Optional(Type.Boolean({ default: true })),
});
export type SessionEnd = Static<typeof SessionEnd>;

/** A session with what only the dashboard shows. */
export const SessionDetail = Answer({
  session: Session,
  score: Nullable(Type.Number()),
  notes: Nullable(Type.String()),
  bundle_name: Nullable(Type.String()),
  last_seen_at: Timestamp,
  ended_by: Nullable(OneOf(['device', 'sweeper', 'deletion'])),
});
export type SessionDetail = Static<typeof SessionDetail>;

/** Includes the three seconds that the training app has to answer. */
export const DELETE_WITHIN_MS = 6_000;
