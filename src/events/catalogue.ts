import { Type, type Static, type TSchema } from '../lib/schema/type.ts';
import { About, Nullable, OneOf, Timestamp, Uuid } from '../lib/schema/schema.ts';

const TaskStatus = OneOf(['open', 'in_progress', 'completed', 'cancelled']);
const TaskSource = OneOf(['api', 'manual', 'integration'], { description: 'The origin of the task.' });
const ChangedBy = OneOf(['session', 'user', 'integration', 'api'], {
  description:
    'The kind of caller that changed the status: a training session, a user, an integration or the API.',
});
const Integration = Type.Object(
  {
    integration_id: About('The id of the integration.', Uuid),
    provider: Type.String({ description: 'The name of the outside system.' }),
  },
  { title: 'EventIntegration', description: 'The integration that created a task.' },
);

const TaughtProcedure = Type.Object(
  {
    procedure_id: About('The id of the procedure.', Uuid),
    title: Type.String({ description: 'The name of the step.' }),
  },
  { title: 'TaughtProcedure', description: 'A procedure that a session taught.' },
);

const SessionSummary = Type.Object(
  {
    summary: Nullable(Type.String({ description: 'The summary of the session.' })),
    score: Nullable(Type.Number({ description: 'The score that the training app gave the session.' })),
    notes: Nullable(Type.String({ description: 'Further notes about the session.' })),
    procedures: Nullable(
      Type.Array(TaughtProcedure, { description: 'The procedures that the session taught.' }),
    ),
  },
  { title: 'SessionSummary', description: 'The results of a training session.' },
);

const TaskId = About('The id of the task.', Uuid);
const TaskTitle = Type.String({ description: 'The title of the task.' });
const ExternalId = Nullable(Type.String({ description: "The caller's own reference of the task." }));
const VIDEO = 'The https URL of the recording.';

const session = {
  session_id: About('The id of the session.', Uuid),
  user_id: About('The id of the user who trained.', Uuid),
  user_name: Type.String({ description: 'The full name of the user who trained.' }),
};

const statusChange = {
  task_id: TaskId,
  title: TaskTitle,
  previous_status: About('The status before the change.', TaskStatus),
  new_status: About('The status after the change.', TaskStatus),
  external_id: ExternalId,
  source: TaskSource,
  integration: About(
    'The integration that created the task, also if another caller changes it; null for a task of another source.',
    Nullable(Integration),
  ),
  session_id: Nullable(
    About('The id of the session that last started or completed the task. Null without a session.', Uuid),
  ),
  changed_by: ChangedBy,
  changed_at: About('The time at which the status changed.', Timestamp),
};

/** The six events with exactly the payloads that the specification defines. */
export const EVENTS = {
  'task.created': {
    fires_when: 'a task is created, by hand, by API or by an integration',
    data: Type.Object({
      task_id: TaskId,
      title: TaskTitle,
      status: OneOf(['open'], { description: 'The state of every new task.' }),
      source: TaskSource,
      external_id: ExternalId,
      assigned_to: Nullable(About('The id of the user to whom the task is assigned. Null for nobody.', Uuid)),
      created_at: About('The time at which the task was created.', Timestamp),
    }),
  },
  'task.status_changed': {
    fires_when: 'the status of a task changes',
    data: Type.Object(statusChange),
  },
  'task.completed': {
    fires_when: 'a task becomes completed; always together with task.status_changed',
    data: Type.Object({
      ...statusChange,
      completion_source: About(
        'The kind of caller that completed the task, equal to `changed_by`.',
        ChangedBy,
      ),
      completed_at: About('The time at which the task was completed.', Timestamp),
      session_summary: About(
        'Null unless a session completed the task and has results',
        Nullable(SessionSummary),
      ),
    }),
  },
  'session.started': {
    fires_when: 'a training session begins on a device',
    data: Type.Object({
      ...session,
      seat_id: About('The id of the seat whose glasses record it.', Uuid),
      bundle_name: Nullable(Type.String({ description: 'The name of the bundle of the seat.' })),
      session_name: Nullable(Type.String({ description: 'The name of the session.' })),
      video_url: Nullable(Type.String({ description: VIDEO })),
      started_at: About('The time at which the session started.', Timestamp),
    }),
  },
  'session.completed': {
    fires_when: 'a training session ends',
    data: Type.Object({
      ...session,
      status: OneOf(['completed', 'failed'], { description: 'The outcome of the session.' }),
      started_at: About('The time at which the session started.', Timestamp),
      ended_at: Type.String({
        format: 'date-time',
        description: 'The time at which the session ended.',
        examples: ['2026-03-02T09:14:00.000Z'],
      }),
      duration_minutes: Type.Integer({ description: 'The duration of the session, rounded to minutes.' }),
      minutes_consumed: Type.Integer({ description: 'The duration of the session in started minutes.' }),
      video_url: Nullable(Type.String({ description: `${VIDEO} Null without a recording` })),
      task_id: Nullable(About('The id of the task that the session worked on.', Uuid)),
      task_title: Nullable(Type.String({ description: 'The title of the task that the session worked on.' })),
      session_summary: About('Null if the training app sent no results', Nullable(SessionSummary)),
    }),
  },
  'skill.executed': {
    fires_when: 'a skill runs, from a device, the API or an agent',
    data: Type.Object({
      execution_id: About('The id of the execution.', Uuid),
      skill_id: About('The id of the skill.', Uuid),
      skill_name: Type.String({ description: 'The name of the skill.' }),
      session_id: Nullable(About('The id of the open session; null outside of one.', Uuid)),
      user_id: Nullable(About('The id of the user that it ran for.', Uuid)),
      status: OneOf(['success', 'failure'], { description: '`success` if the skill returned an output.' }),
      response_target: Type.String({
        description: 'The destination of the output: `context`, `display` or `api`.',
      }),
      duration_ms: Type.Integer({ description: 'The duration of the execution, in milliseconds.' }),
      executed_at: About('The time at which the skill was executed.', Timestamp),
    }),
  },
} as const satisfies Record<string, { fires_when: string; data: TSchema }>;

export type EventType = keyof typeof EVENTS;
export type EventData<E extends EventType> = Static<(typeof EVENTS)[E]['data']>;
