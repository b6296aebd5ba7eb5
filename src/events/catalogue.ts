import { Type, type Static, type TSchema } from 'typebox';
import { Nullable, OneOf, Timestamp, Uuid } from '../lib/schema.ts';

const TaskStatus = OneOf(['open', 'in_progress', 'completed', 'cancelled']);
const TaskSource = OneOf(['api', 'manual', 'integration']);
const ChangedBy = OneOf(['session', 'user', 'integration', 'api']);
const Integration = Type.Object({ integration_id: Uuid, provider: Type.String() });

export const SessionSummary = Type.Object({
  summary: Nullable(Type.String()),
  score: Nullable(Type.Number()),
  notes: Nullable(Type.String()),
  procedures: Nullable(Type.Array(Type.Object({ procedure_id: Uuid, title: Type.String() }))),
});

const statusChange = {
  task_id: Uuid,
  title: Type.String(),
  previous_status: TaskStatus,
  new_status: TaskStatus,
  external_id: Nullable(Type.String()),
  source: TaskSource,
  integration: Nullable(Integration),
  session_id: Nullable(Uuid),
  changed_by: ChangedBy,
  changed_at: Timestamp,
};

/** The six events with exactly the payloads that the specification promises. */
export const EVENTS = {
  'task.created': {
    fires_when: 'a task is created, by hand, by API or by an integration',
    data: Type.Object({
      task_id: Uuid,
      title: Type.String(),
      status: OneOf(['open']),
      source: TaskSource,
      external_id: Nullable(Type.String()),
      assigned_to: Nullable(Uuid),
      created_at: Timestamp,
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
      completion_source: ChangedBy,
      completed_at: Timestamp,
      session_summary: Type.Unsafe<Static<typeof SessionSummary> | null>({
        ...Nullable(SessionSummary),
        description: 'Null unless a session completed the task and something is known of it',
      }),
    }),
  },
  'session.started': {
    fires_when: 'a training session begins on a device',
    data: Type.Object({
      session_id: Uuid,
      user_id: Uuid,
      user_name: Type.String(),
      seat_id: Uuid,
      bundle_name: Nullable(Type.String()),
      session_name: Nullable(Type.String()),
      video_url: Nullable(Type.String()),
      started_at: Timestamp,
    }),
  },
  'session.completed': {
    fires_when: 'a training session ends',
    data: Type.Object({
      session_id: Uuid,
      user_id: Uuid,
      user_name: Type.String(),
      status: OneOf(['completed', 'failed']),
      started_at: Timestamp,
      ended_at: Timestamp,
      duration_minutes: Type.Integer(),
      minutes_consumed: Type.Integer(),
      video_url: Nullable(Type.String({ description: 'Null where there is no recording' })),
      task_id: Nullable(Uuid),
      task_title: Nullable(Type.String()),
      session_summary: Type.Unsafe<Static<typeof SessionSummary> | null>({
        ...Nullable(SessionSummary),
        description: 'Null where nothing at all is known',
      }),
    }),
  },
  'skill.executed': {
    fires_when: 'a skill runs, from a device, the API or an agent',
    data: Type.Object({
      execution_id: Uuid,
      skill_id: Uuid,
      skill_name: Type.String(),
      session_id: Nullable(Uuid),
      user_id: Nullable(Uuid),
      status: OneOf(['success', 'failure']),
      response_target: Type.String(),
      duration_ms: Type.Integer(),
      executed_at: Timestamp,
    }),
  },
} as const satisfies Record<string, { fires_when: string; data: TSchema }>;

export type EventType = keyof typeof EVENTS;
export type EventData<E extends EventType> = Static<(typeof EVENTS)[E]['data']>;
