import { Type } from '../../lib/schema/type.ts';
import { operation } from '../../doors/credential.ts';
import { groupIntoResources } from '../../doors/declaration.ts';
import { NewTask, Task, TaskChanges, TaskPage, TaskQuery, TaskRef } from './contract.ts';
import { changeTask } from './change.ts';
import { createTask, readTask, listTasks } from './tasks.ts';

export const taskRoutes = groupIntoResources(
  { tag: 'Tasks', about: 'Tasks: work items with a subject, an assignee and a due date.' },
  {
    'POST /api-tenant-tasks': operation({
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
    'GET /api-tenant-tasks': operation({
      operation_id: 'listTasks',
      summary: 'List tasks, or get one task',
      description:
        'With `task_id`, the response is that task. Otherwise it is a page of tasks, newest first. ' +
        '`from` and `to` are inclusive limits of `created_at`.',
      scope: 'read:tasks',
      query: TaskQuery,
      answer: Type.Unsafe<TaskPage | Task>({ oneOf: [TaskPage, Task] }),
      errors: ['NOT_FOUND'],
      example: { query: { status: 'open', limit: '20' } },
      handle: (ctx, { query: { task_id, ...filter } }) =>
        task_id === undefined ? listTasks(ctx, filter) : readTask(ctx, task_id),
    }),
    'PATCH /api-tenant-tasks': operation({
      operation_id: 'updateTask',
      summary: 'Change a task',
      description:
        'Only the members in the request change. Emits `task.status_changed` if the status changes, and ' +
        'also `task.completed` if the task becomes completed.',
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
);
