import { Type, type Static } from '../../lib/schema/type.ts';
import { defineDashboardApi } from '../../access/dashboardApi.ts';
import { ImportCell, ImportOptions, ImportResults, MOST_IMPORTED_LINES } from '../../access/imports.ts';
import { notBlankRule } from '../../lib/schema/rules.ts';
import {
  About,
  Answer,
  CountedPage,
  ExpectedValuesInput,
  Input,
  Nullable,
  OneOf,
  Page,
  SearchedPageMembers,
  Person,
  ReasonDetails,
  Timestamp,
  TimestampAbout,
  TimestampInput,
  Uuid,
} from '../../lib/schema/schema.ts';
import { schemaReasons } from '../../lib/schema/reasons.ts';

export const TASK_STATUSES = ['open', 'in_progress', 'completed', 'cancelled'] as const;
const Status = OneOf(TASK_STATUSES, {
  description: 'The state of the task. Every change is allowed.',
});
const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;
const URGENCY = { description: 'The urgency of the task.' };
const Priority = OneOf(PRIORITIES, URGENCY);
export const TASK_SOURCES = ['manual', 'api', 'integration'] as const;
const Source = OneOf(TASK_SOURCES, {
  description: 'The origin of the task: the dashboard, this API, or an integration.',
});

const Title = Type.String({ ...notBlankRule(500), description: 'The title of the task.' });
const Description = Type.String({ maxLength: 50_000, description: 'The description of the task.' });
const ExternalId = Type.String({
  minLength: 1,
  maxLength: 255,
  description: "The caller's own reference of the task.",
});
const DueDate = Nullable(TimestampAbout('The due date of the task.'));
const AssigneeId = Nullable(About('The id of the assigned active user. Null for nobody.', Uuid));

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
    session_id: Nullable(
      About('The id of the session that last started or completed the task. Null without a session.', Uuid),
    ),
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

/** Omitted fields do not change; null clears a field. */
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

const TaskEdit = Input({ ...TaskChanges.properties, expected: ExpectedValuesInput });

const CONDITIONS = {
  status: Type.Optional(About('Only tasks in this state.', Status)),
  source: Type.Optional(About('Only tasks of this origin.', Source)),
  assigned_to: Type.Optional(About('Only tasks of the user with this id.', Uuid)),
  external_id: Type.Optional(
    Type.String({ maxLength: 255, description: 'Only tasks with this external id.' }),
  ),
  from: Type.Optional(TimestampAbout('Only tasks created at or after this time.')),
  to: Type.Optional(TimestampAbout('Only tasks created at or before this time.')),
};

export const TaskFilter = Input({ ...CONDITIONS, ...Page });
export type TaskFilter = Static<typeof TaskFilter>;

export const TaskQuery = Input({
  task_id: Type.Optional(About('The id of one task, to get it alone.', Uuid)),
  ...TaskFilter.properties,
});

const WORK_CONDITIONS = {
  ...CONDITIONS,
  /** Selects unfinished tasks whose due date has passed, or is today. */
  due: Type.Optional(OneOf(['overdue', 'today'])),
  /** Beginnings of words in the title or the external id. */
  title: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, rule: schemaReasons.length({ least: 1, most: 200 }) }),
  ),
  priority: Type.Optional(Priority),
  /** The earliest and, with `completed_to`, the latest time of completion. Both are included. */
  completed_from: Type.Optional(TimestampInput),
  completed_to: Type.Optional(TimestampInput),
};

/** The filter of a CSV export, which has no page. */
export const TaskExportFilter = Input({
  ...WORK_CONDITIONS,
  /** The default order is newest first. */
  sort: Type.Optional(OneOf(['due_date', 'priority'])),
});
export type TaskExportFilter = Static<typeof TaskExportFilter>;

export const DashboardTaskFilter = Input({ ...TaskExportFilter.properties, ...Page });
export type DashboardTaskFilter = Static<typeof DashboardTaskFilter>;

export const TaskRef = Input({ task_id: About('The id of the task.', Uuid) });

export const TaskPage = Answer(
  { tasks: Type.Array(Task, { description: 'The tasks of this page, newest first.' }), ...CountedPage },
  { title: 'TaskPage', description: 'A page of tasks.' },
);
export type TaskPage = Static<typeof TaskPage>;

/** `total` counts matches among the searched tasks; null if there are more matches than the limit of counting. */
export const DashboardTaskPage = Answer({
  tasks: Type.Array(Task),
  total: Nullable(Type.Integer()),
  ...SearchedPageMembers,
});
export type DashboardTaskPage = Static<typeof DashboardTaskPage>;

/** The conditions of the list, for reading all tasks that match. `before_id` is the `next` of the previous answer. */
const MatchingTasksQuery = Input({ ...WORK_CONDITIONS, before_id: Type.Optional(Uuid) });
export type MatchingTasksQuery = Static<typeof MatchingTasksQuery>;

/** The values of a task that `PATCH /tasks/batch` can change. */
const MatchingTask = Answer({
  id: Uuid,
  title: Type.String(),
  status: Status,
  priority: Priority,
  due_date: Nullable(Timestamp),
  assigned_to: Nullable(Uuid),
});

/** `next` is null after the last answer. An answer can have no tasks although more follow. */
const MatchingTasks = Answer({ tasks: Type.Array(MatchingTask), next: Nullable(Uuid) });
export type MatchingTasks = Static<typeof MatchingTasks>;

/** The maximum number of tasks that one request changes. */
const MOST_IN_BATCH = 100;

const BatchEdit = Input({
  task_id: Uuid,
  changes: Input({
    status: Type.Optional(Status),
    priority: Type.Optional(Priority),
    due_date: Type.Optional(DueDate),
    assigned_to: Type.Optional(AssigneeId),
  }),
  expected: ExpectedValuesInput,
});
export type BatchEdit = Static<typeof BatchEdit>;

const TaskBatch = Input({ edits: Type.Array(BatchEdit, { minItems: 1, maxItems: MOST_IN_BATCH }) });

/** The tasks that were not changed, each with its error. All other tasks were changed. */
const BatchResult = Answer({
  rejected: Type.Array(Answer({ task_id: Uuid, fault: Type.String(), details: ReasonDetails })),
});
export type BatchResult = Static<typeof BatchResult>;

/** An unvalidated line of a CSV file. Empty and omitted cells do not set the member. */
const TaskLine = Input({
  external_id: ImportCell,
  title: ImportCell,
  description: ImportCell,
  status: ImportCell,
  priority: ImportCell,
  due_date: ImportCell,
  /** The email address or the id of an active user. */
  assigned_to: ImportCell,
});
export type TaskLine = Static<typeof TaskLine>;

const TaskImport = Input({
  lines: Type.Array(TaskLine, { minItems: 1, maxItems: MOST_IMPORTED_LINES }),
  ...ImportOptions,
});
export type TaskImport = Static<typeof TaskImport>;

/** A task that an integrated external system sends. `external_id` identifies it within the integration. */
export const PushedTask = Input(
  {
    external_id: About(
      "The outside system's own reference. A request with the same reference changes the same task.",
      ExternalId,
    ),
    title: Title,
    description: Type.Optional(Nullable(Description)),
    status: Type.Optional(Status),
    priority: Type.Optional(Priority),
    due_date: Type.Optional(DueDate),
    assigned_to: Type.Optional(AssigneeId),
  },
  { title: 'PushedTask', description: 'A task of an outside system.' },
);
export type PushedTask = Static<typeof PushedTask>;

export const PushedTaskRef = Input({
  external_id: About("The outside system's own reference of the task.", ExternalId),
});

/** An entry of a task's history. `changes` contains the old and the new value of each changed field. */
const TaskHistoryEntry = Answer({
  id: Uuid,
  kind: OneOf(['created', 'changed']),
  actor: Answer({ kind: Type.String(), id: Nullable(Uuid), name: Nullable(Type.String()) }),
  changes: Type.Record(Type.String(), Type.Array(Nullable(Type.String()))),
  created_at: Timestamp,
});
export type TaskHistoryEntry = Static<typeof TaskHistoryEntry>;

export const TaskDetail = Answer({ task: Task, history: Type.Array(TaskHistoryEntry) });
export type TaskDetail = Static<typeof TaskDetail>;

export const tasksApi = defineDashboardApi({
  'GET /tasks': {
    role: 'member',
    needs_sign_in: true,
    query: DashboardTaskFilter,
    answer: DashboardTaskPage,
  },
  'POST /tasks': { role: 'member', body: NewTask, answer: Task, status: 201 },
  'PATCH /tasks': { role: 'member', query: TaskRef, body: TaskEdit, answer: Task },
  'GET /task': { role: 'member', query: TaskRef, answer: TaskDetail },
  'GET /tasks/matching': {
    role: 'member',
    needs_sign_in: true,
    query: MatchingTasksQuery,
    answer: MatchingTasks,
  },
  'PATCH /tasks/batch': { role: 'member', body: TaskBatch, answer: BatchResult },
  'POST /tasks/import': { role: 'member', body: TaskImport, answer: ImportResults, status: 201 },
});
