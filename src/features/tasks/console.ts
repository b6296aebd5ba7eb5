import { resource, type Resource } from '../../doors/declaration.ts';
import { consoleOperation } from '../../doors/session.ts';
import { NewTask, Task, TaskChanges, TaskDetail, TaskPage, TaskRef, WorkFilter } from './contract.ts';
import { readTask } from './history.ts';
import { changeTask, createTask, listTasks } from './tasks.ts';

const tasks = resource(
  '/tasks',
  {
    GET: consoleOperation({
      summary: 'List tasks',
      role: 'member',
      query: WorkFilter,
      answer: TaskPage,
      handle: (ctx, { query }) => listTasks(ctx, query),
    }),
    POST: consoleOperation({
      summary: 'Create a task',
      role: 'member',
      body: NewTask,
      answer: Task,
      status: 201,
      handle: (ctx, { body }) => createTask(ctx, body),
    }),
    PATCH: consoleOperation({
      summary: 'Change a task',
      role: 'member',
      query: TaskRef,
      body: TaskChanges,
      answer: Task,
      handle: (ctx, { query, body }) => changeTask(ctx, query.task_id, body),
    }),
  },
  { tag: 'Tasks' },
);

const task = resource(
  '/task',
  {
    GET: consoleOperation({
      summary: 'Read a task and its history',
      role: 'member',
      query: TaskRef,
      answer: TaskDetail,
      handle: (ctx, { query }) => readTask(ctx, query.task_id),
    }),
  },
  { tag: 'Tasks' },
);

export const tasksConsole: readonly Resource[] = [tasks, task];
