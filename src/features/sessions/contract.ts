import { notBlankRule } from '../../lib/schema/rules.ts';
import { Type, type Static } from '../../lib/schema/type.ts';
import {
  About,
  Answer,
  CountedPage,
  HttpsUrl,
  Input,
  Nullable,
  OneOf,
  Page,
  Person,
  Timestamp,
  TimestampAbout,
  Uuid,
} from '../../lib/schema/schema.ts';
import { DAY_MS, SECOND_MS } from '../../lib/time/clock.ts';

export const SESSION_STATUSES = ['completed', 'in_progress', 'failed'] as const;
const Status = OneOf(SESSION_STATUSES, { description: 'The status of the session.' });
export const SESSION_ROLES = ['trainer', 'trainee'] as const;
const Role = OneOf(SESSION_ROLES, {
  description: 'The role of the user in the session: a trainer teaches, a trainee learns.',
});
const PROCEDURES = 'The number of procedures that the session taught or covered.';
const Count = Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: PROCEDURES });
/**
 * The longest session: a leap year, in seconds. The limit keeps sums of durations within the integers that a JavaScript
 * number represents exactly.
 */
export const LONGEST_SESSION_SECONDS = (366 * DAY_MS) / SECOND_MS;
const Duration = Type.Integer({
  minimum: 0,
  maximum: LONGEST_SESSION_SECONDS,
  description: 'The duration of the session, in seconds.',
});
const Name = Type.String({ maxLength: 500, description: 'The name of the session.' });
const Text = Type.String({ maxLength: 50_000 });
const Seconds = Type.Number({ minimum: 0, maximum: 1_000_000_000 });
const DESCRIPTION = 'The description of the session.';
const SUMMARY = 'The summary of the session.';
const VIDEO = 'The https URL of the recording.';
const THUMBNAIL = 'The https URL of a picture of the recording.';

export const Session = Answer(
  {
    id: About('The id of the session.', Uuid),
    session_name: Nullable(Type.String({ description: 'The name of the session.' })),
    session_description: Nullable(Type.String({ description: DESCRIPTION })),
    session_summary: Nullable(Type.String({ description: SUMMARY })),
    status: Status,
    role: Role,
    duration_seconds: Nullable(
      Type.Integer({
        description: 'The duration of the session, in seconds. Null while it runs.',
        examples: [840],
      }),
    ),
    procedure_count: Type.Integer({ description: PROCEDURES }),
    video_url: Nullable(Type.String({ description: VIDEO })),
    thumbnail_url: Nullable(Type.String({ description: THUMBNAIL })),
    started_at: About('The time at which the session started.', Timestamp),
    completed_at: Nullable(
      Type.String({
        format: 'date-time',
        description: 'The time at which the session ended. Null while it runs.',
        examples: ['2026-03-02T09:14:00.000Z'],
      }),
    ),
    user: About('The user who trained. Null if the seat had no user.', Nullable(Person)),
    seat_id: About('The id of the seat whose glasses recorded it.', Uuid),
    task_id: Nullable(About('The id of the task that the session worked on.', Uuid)),
  },
  { title: 'Session', description: 'A training session, as the glasses recorded it.' },
);
export type Session = Static<typeof Session>;

export const SessionFilter = Input({
  status: Type.Optional(About('Only sessions in this state.', Status)),
  role: Type.Optional(About('Only sessions of this role.', Role)),
  from: Type.Optional(TimestampAbout('Only sessions started at or after this time.')),
  to: Type.Optional(TimestampAbout('Only sessions started at or before this time.')),
  ...Page,
});
export type SessionFilter = Static<typeof SessionFilter>;

export const SessionQuery = Input({
  session_id: Type.Optional(About('The id of one session, to get it alone.', Uuid)),
  ...SessionFilter.properties,
});

export const SessionPage = Answer(
  {
    sessions: Type.Array(Session, {
      description: 'The sessions of this page, latest start first.',
    }),
    ...CountedPage,
  },
  { title: 'SessionPage', description: 'A page of training sessions.' },
);
export type SessionPage = Static<typeof SessionPage>;

export const SessionRef = Input({ session_id: About('The id of the session.', Uuid) });

const names = {
  session_name: Type.Optional(Nullable(Name)),
  session_description: Type.Optional(Nullable(About(DESCRIPTION, Text))),
  video_url: Type.Optional(Nullable(About(VIDEO, HttpsUrl))),
  thumbnail_url: Type.Optional(Nullable(About(THUMBNAIL, HttpsUrl))),
};

/** Changes of a session. An omitted field stays unchanged; null clears the field. */
export const SessionChanges = Input(
  {
    ...names,
    session_summary: Type.Optional(Nullable(About(SUMMARY, Text))),
    duration_seconds: Type.Optional(Duration),
    procedure_count: Type.Optional(Count),
    procedures_count: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_147_483_647,
        deprecated: true,
        description: 'An alias of `procedure_count`. Use `procedure_count`.',
      }),
    ),
  },
  {
    title: 'SessionChanges',
    description: 'Changes of a session. Omitted members stay, null clears a member.',
  },
);
export type SessionChanges = Static<typeof SessionChanges>;

export const DeletedSession = Answer(
  {
    deleted: Type.Literal(true, { description: 'Always true: the session is deleted.' }),
    core: OneOf(['sent', 'queued', 'failed'], {
      description:
        '`sent`: the training app deleted the session. `queued`: the deletion will be sent. `failed`: the training app rejected the deletion, and it will be retried.',
    }),
  },
  { title: 'DeletedSession', description: 'The result of deleting a session.' },
);
export type DeletedSession = Static<typeof DeletedSession>;

export const SessionStart = Input(
  {
    session_id: Type.Optional(
      About('The id of the session, if the device generates it. Defaults to a new id.', Uuid),
    ),
    role: Role,
    task_id: Type.Optional(Nullable(About('The id of the task to work on.', Uuid))),
    session_name: Type.Optional(Nullable(Name)),
    started_at: Type.Optional(
      TimestampAbout('The time at which the session started, at most 366 days ago. Defaults to now.'),
    ),
  },
  { title: 'SessionStart', description: 'A session to start.' },
);
export type SessionStart = Static<typeof SessionStart>;

export const SessionHeartbeat = Input(names, {
  title: 'SignOfLife',
  description: 'Changes of a running session. Omitted members stay, null clears a member.',
});
export type SessionHeartbeat = Static<typeof SessionHeartbeat>;

const ProcedureInput = Input(
  {
    title: Type.String({ ...notBlankRule(500), description: 'The name of the step.' }),
    description: Type.Optional(Nullable(About('The instructions of the step.', Text))),
    clip_url: Type.Optional(Nullable(About('The https URL of the recording of the step.', HttpsUrl))),
    thumbnail_url: Type.Optional(Nullable(About('The https URL of a picture of the step.', HttpsUrl))),
    start_seconds: Type.Optional(
      Nullable(About('The start of the step in the recording of the session, in seconds.', Seconds)),
    ),
    end_seconds: Type.Optional(
      Nullable(About('The end of the step in the recording of the session, in seconds.', Seconds)),
    ),
  },
  { title: 'NewProcedure', description: 'A procedure that a session taught.' },
);
type ProcedureInput = Static<typeof ProcedureInput>;

export const SessionEnd = Input(
  {
    session_id: About('The id of the session.', Uuid),
    status: OneOf(['completed', 'failed'], { description: 'The outcome of the session.' }),
    ended_at: Type.Optional(TimestampAbout('The time at which the session ended. Defaults to now.')),
    duration_seconds: Type.Optional(Duration),
    summary: Type.Optional(Nullable(About(SUMMARY, Text))),
    score: Type.Optional(
      Nullable(Type.Number({ description: 'The score that the training app gave the session.' })),
    ),
    notes: Type.Optional(Nullable(About('Further notes about the session.', Text))),
    procedures: Type.Optional(
      Type.Array(ProcedureInput, {
        maxItems: 500,
        description: 'The procedures that the session taught, for review.',
      }),
    ),
    complete_task: Type.Optional(
      Type.Boolean({ default: true, description: 'True completes the task of the session.' }),
    ),
  },
  { title: 'SessionEnd', description: 'A session to end.' },
);
export type SessionEnd = Static<typeof SessionEnd>;

/** A session with the members that only the dashboard shows. */
export const SessionDetail = Answer({
  session: Session,
  score: Nullable(Type.Number()),
  notes: Nullable(Type.String()),
  bundle_name: Nullable(Type.String()),
  last_seen_at: Timestamp,
  ended_by: Nullable(OneOf(['device', 'sweeper', 'deletion'])),
});
export type SessionDetail = Static<typeof SessionDetail>;

/** The deadline of the request; includes the three seconds within which the training app must answer. */
export const DELETE_SESSION_DEADLINE_MS = 6_000;
