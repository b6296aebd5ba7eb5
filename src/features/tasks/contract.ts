import { Type, type Static } from '../../lib/schema/type.ts';
import { consoleApi } from '../../access/consoleApi.ts';
import { notBlank } from '../../lib/schema/rules.ts';
import {
  About,
  Answer,
  CountedPage,
  Input,
  Nullable,
  OneOf,
  Page,
  SearchedPageEnds,
  Person,
  Timestamp,
  TimestampAbout,
  Uuid,
} from '../../lib/schema/schema.ts';
import { schemaReasons } from '../../lib/schema/reasons.ts';

export const TASK_STATUSES = ['open', 'in_progress', 'completed', 'cancelled'] as const;
const Status = OneOf(TASK_STATUSES, { description: 'The state of the task; every move is allowed.' });
const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;
const URGENCY = { description: 'The urgency of the task.' };
const Priority = OneOf(PRIORITIES, URGENCY);
export const TASK_SOURCES = ['manual', 'api', 'integration'] as const;
const Source = OneOf(TASK_SOURCES, {
  description: 'The origin of the task: the dashboard, this API, or an integration.',
});

const Title = Type.String({ ...notBlank(500), description: 'The title of the task.' });
const Description = Type.String({ maxLength: 50_000, description: 'The description of the task.' });
const ExternalId = Type.String({
  minLength: 1,
  maxLength: 255,
  description: "The caller's own reference of the task.",
});
const DueDate = Nullable(TimestampAbout('The due date of the task.'));
const AssigneeId = Nullable(
  About('The id of the active user of the account who is to do it; null for nobody.', Uuid),
);

export const Task = Answer(
  {
    id: About('The id of the task.', Uuid),
    title: Type.String({ description: 'The title of the task.' }),
    description: Nullable(Type.String({ description: 'The description of the task.' })),
    status: Status,
    priority: Priority,
    source: Source,
    external_id: Nullable(Type.String({ description: "The caller's own reference of the task." })),
    assigned_to: About('The user to whom the task is assigned. Null for nobody.', Nullable(Person)),
    due_date: Nullable(About('The due date of the task.', Timestamp)),
    created_at: About('The time at which the task was created.', Timestamp),
    completed_at: Nullable(About('The time at which the task was completed. Null before.', Timestamp)),
    session_id: Nullable(About('The id of the training session in which it was taken up.', Uuid)),
  },
  { title: 'Task', description: 'A work item: its subject, assignee and due date.' },
);
export type Task = Static<typeof Task>;

export const NewTask = Input(
  {
    title: Title,
    description: Type.Optional(Nullable(Description)),
    priority: Type.Optional(OneOf(PRIORITIES, { default: 'medium', ...URGENCY })),
    due_date: Type.Optional(DueDate),
    assigned_to: Type.Optional(AssigneeId),
    external_id: Type.Optional(Nullable(ExternalId)),
  },
  { title: 'NewTask', description: 'A task to create.' },
);
export type NewTask = Static<typeof NewTask>;

/** Absent leaves a member as it is; null empties it. */
export const TaskChanges = Input(
  {
    title: Type.Optional(Title),
    description: Type.Optional(Nullable(Description)),
    status: Type.Optional(Status),
    priority: Type.Optional(Priority),
    due_date: Type.Optional(DueDate),
    assigned_to: Type.Optional(AssigneeId),
  },
  {
    title: 'TaskChanges',
    description: 'Changes of a task. Omitted members stay, null clears a member.',
  },
);
export type TaskChanges = Static<typeof TaskChanges>;

export const TaskFilter = Input({
  status: Type.Optional(About('Only tasks in this state.', Status)),
  source: Type.Optional(About('Only tasks of this origin.', Source)),
  assigned_to: Type.Optional(About('Only tasks of the user with this id.', Uuid)),
  external_id: Type.Optional(
    Type.String({ maxLength: 255, description: 'Only tasks with this external id.' }),
  ),
  from: Type.Optional(TimestampAbout('Only tasks created at or after this time.')),
  to: Type.Optional(TimestampAbout('Only tasks created at or before this time.')),
  ...Page,
});
export type TaskFilter = Static<typeof TaskFilter>;

export const TaskQuery = Input({
  task_id: Type.Optional(About('The id of one task, to get it alone.', Uuid)),
  ...TaskFilter.properties,
});

/** The filter of the dashboard. */
export const WorkFilter = Input({
  ...TaskFilter.properties,
  /** Unfinished tasks whose due date is past, or is today. */
  due: Type.Optional(OneOf(['overdue', 'today'])),
  /** Words of the title or of the external id, by their beginning. */
  title: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, rule: schemaReasons.length({ least: 1, most: 200 }) }),
  ),
  priority: Type.Optional(Priority),
  /** Newest first without it. */
  sort: Type.Optional(OneOf(['due_date', 'priority'])),
});
export type WorkFilter = Static<typeof WorkFilter>;

export const TaskRef = Input({ task_id: About('The id of the task.', Uuid) });

export const TaskPage = Answer(
  { tasks: Type.Array(Task, { description: 'The tasks of this page, newest first.' }), ...CountedPage },
  { title: 'TaskPage', description: 'A page of tasks.' },
);
export type TaskPage = Static<typeof TaskPage>;

/** The total is that of the searched part; null where more match than are counted. */
export const WorkPage = Answer({
  tasks: Type.Array(Task),
  total: Nullable(Type.Integer()),
  ...SearchedPageEnds,
});
export type WorkPage = Static<typeof WorkPage>;

/** A task pushed in by an outside system, identified by that system's reference. */
export const PushedTask = Input(
  {
    external_id: About("The outside system's own reference: the same one changes the same task.", ExternalId),
    title: Title,
    description: Type.Optional(Nullable(Description)),
    status: Type.Optional(Status),
    priority: Type.Optional(Priority),
    due_date: Type.Optional(DueDate),
    assigned_to: Type.Optional(AssigneeId),
  },
  { title: 'PushedTask', description: 'A task as an outside system knows it.' },
);
export type PushedTask = Static<typeof PushedTask>;

export const PushedRef = Input({
  external_id: About("The outside system's own reference of the task.", ExternalId),
});

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
    'GET /tasks': { summary: 'List tasks', role: 'member', query: WorkFilter, answer: WorkPage },
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
