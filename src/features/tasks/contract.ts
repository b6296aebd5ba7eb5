import { Type, type Static } from 'typebox';
import { consoleApi } from '../../lib/declaration.ts';
import { notBlank } from '../../lib/rules.ts';
import { Answer, Input, Nullable, OneOf, Page, Timestamp, TimestampInput, Uuid } from '../../lib/schema.ts';

export const TASK_STATUSES = ['open', 'in_progress', 'completed', 'cancelled'] as const;
const Status = OneOf(TASK_STATUSES);
const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;
const Priority = OneOf(PRIORITIES);
export const TASK_SOURCES = ['manual', 'api', 'integration'] as const;
const Source = OneOf(TASK_SOURCES);

const Title = Type.String(notBlank(500));
const Description = Type.String({ maxLength: 50_000 });
const ExternalId = Type.String({ minLength: 1, maxLength: 255 });

export const Task = Answer({
  id: Uuid,
  title: Type.String(),
  description: Nullable(Type.String()),
  status: Status,
  priority: Priority,
  source: Source,
  external_id: Nullable(Type.String()),
  assigned_to: Nullable(Answer({ user_id: Uuid, name: Type.String() })),
  due_date: Nullable(Timestamp),
  created_at: Timestamp,
  completed_at: Nullable(Timestamp),
  session_id: Nullable(Uuid),
});
export type Task = Static<typeof Task>;

export const NewTask = Input({
  title: Title,
  description: Type.Optional(Nullable(Description)),
  priority: Type.Optional(OneOf(PRIORITIES, { default: 'medium' })),
  due_date: Type.Optional(Nullable(TimestampInput)),
  assigned_to: Type.Optional(Nullable(Uuid)),
  external_id: Type.Optional(Nullable(ExternalId)),
});
export type NewTask = Static<typeof NewTask>;

/** Absent leaves a member as it is; null empties it. */
export const TaskChanges = Input({
  title: Type.Optional(Title),
  description: Type.Optional(Nullable(Description)),
  status: Type.Optional(Status),
  priority: Type.Optional(Priority),
  due_date: Type.Optional(Nullable(TimestampInput)),
  assigned_to: Type.Optional(Nullable(Uuid)),
});
export type TaskChanges = Static<typeof TaskChanges>;

export const TaskFilter = Input({
  status: Type.Optional(Status),
  source: Type.Optional(Source),
  assigned_to: Type.Optional(Uuid),
  external_id: Type.Optional(Type.String({ maxLength: 255 })),
  from: Type.Optional(TimestampInput),
  to: Type.Optional(TimestampInput),
  ...Page,
});
export type TaskFilter = Static<typeof TaskFilter>;

/** The filter of the dashboard. */
export const WorkFilter = Input({ ...TaskFilter.properties, due: Type.Optional(OneOf(['overdue'])) });
export type WorkFilter = Static<typeof WorkFilter>;

export const TaskRef = Input({ task_id: Uuid });

export const TaskPage = Answer({
  tasks: Type.Array(Task),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
export type TaskPage = Static<typeof TaskPage>;

/** A task pushed in by an outside system, identified by that system's reference. */
export const PushedTask = Input({
  external_id: ExternalId,
  title: Title,
  description: Type.Optional(Nullable(Description)),
  status: Type.Optional(Status),
  priority: Type.Optional(Priority),
  due_date: Type.Optional(Nullable(TimestampInput)),
  assigned_to: Type.Optional(Nullable(Uuid)),
});
export type PushedTask = Static<typeof PushedTask>;

export const PushedRef = Input({ external_id: ExternalId });

/** A line of a task's history: the changes, and who made them. */
const TaskEntry = Answer({
  id: Uuid,
  kind: OneOf(['created', 'changed']),
  actor: Answer({ kind: Type.String(), id: Nullable(Uuid), name: Nullable(Type.String()) }),
  changes: Type.Record(Type.String(), Type.Array(Nullable(Type.String()))),
  created_at: Timestamp,
});
export type TaskEntry = Static<typeof TaskEntry>;

export const TaskDetail = Answer({ task: Task, history: Type.Array(TaskEntry) });
export type TaskDetail = Static<typeof TaskDetail>;

export const tasksApi = consoleApi(
  {
    'GET /tasks': { summary: 'List tasks', role: 'member', query: WorkFilter, answer: TaskPage },
    'POST /tasks': { summary: 'Create a task', role: 'member', body: NewTask, answer: Task, status: 201 },
    'PATCH /tasks': {
      summary: 'Change a task',
      role: 'member',
      query: TaskRef,
      body: TaskChanges,
      answer: Task,
    },
    'GET /task': {
      summary: 'Read a task and its history',
      role: 'member',
      query: TaskRef,
      answer: TaskDetail,
    },
  },
  { tag: 'Tasks' },
);
