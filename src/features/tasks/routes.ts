import { Type } from '../../lib/schema/type.ts';
import { operation } from '../../doors/credential.ts';
import { resource } from '../../doors/declaration.ts';
import { NewTask, Task, TaskChanges, TaskPage, TaskQuery, TaskRef } from './contract.ts';
import { changeTask } from './change.ts';
import { createTask, getTask, listTasks } from './tasks.ts';

export const taskRoutes = resource(
  '/api-tenant-tasks',
  {
    POST: operation({
      operation_id: 'createTask',
      summary: 'Create a task',
      description: 'The new task is open. Emits `task.created`.',
      scope: 'write:tasks',
      body: NewTask,
      answer: Task,
      status: 201,
      example: {
        body: { title: 'Replace the filter of pump 7', priority: 'high', external_id: 'WO-1042' },
        known: { assigned_to: null },
      },
      handle: (ctx, { body }) => createTask(ctx, body),
    }),
    GET: operation({
      operation_id: 'listTasks',
      summary: 'List tasks, or get one task',
      description:
        'With `task_id` the answer is that task. Without it the answer is a page of tasks, newest first. `from` ' +
        'and `to` compare with `created_at` and include it.',
      scope: 'read:tasks',
      query: TaskQuery,
      answer: Type.Unsafe<TaskPage | Task>({ oneOf: [TaskPage, Task] }),
      errors: ['NOT_FOUND'],
      example: { query: { status: 'open', limit: '20' } },
      handle: (ctx, { query: { task_id, ...filter } }) =>
        task_id === undefined ? listTasks(ctx, filter) : getTask(ctx, task_id),
    }),
    PATCH: operation({
      operation_id: 'updateTask',
      summary: 'Change a task',
      description:
        'Only the members that are sent change. Emits `task.status_changed` when the status changes, and ' +
        '`task.completed` as well when the task becomes completed.',
      scope: 'write:tasks',
      query: TaskRef,
      body: TaskChanges,
      answer: Task,
      errors: ['NOT_FOUND'],
      example: {
        query: { task_id: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40' },
        body: { status: 'in_progress' },
      },
      handle: (ctx, { query, body }) => changeTask(ctx, query.task_id, body),
    }),
  },
  { tag: 'Tasks', about: 'Operational work items: what is to be done, by whom and until when.' },
);
