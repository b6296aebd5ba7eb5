import { serve } from '../../doors/signIn.ts';
import { tasksApi } from './contract.ts';
import { readTask } from './history.ts';
import { changeTask } from './change.ts';
import { browseTasks } from './browse.ts';
import { createTask } from './tasks.ts';

export const tasksConsole = serve(tasksApi, {
  'GET /tasks': (ctx, { query }) => browseTasks(ctx, query, ctx.sign_in.time_zone),
  'POST /tasks': (ctx, { body }) => createTask(ctx, body),
  'PATCH /tasks': (ctx, { query, body }) => changeTask(ctx, query.task_id, body),
  'GET /task': (ctx, { query }) => readTask(ctx, query.task_id),
});
