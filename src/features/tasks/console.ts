import { serveDashboardApi } from '../../doors/signIn.ts';
import { tasksApi } from './contract.ts';
import { readTaskDetail } from './history.ts';
import { changeTask } from './change.ts';
import { listTasksForDashboard, listMatchingTasks } from './browse.ts';
import { changeTasks } from './batch.ts';
import { createTask } from './tasks.ts';

export const tasksDashboardRoutes = serveDashboardApi(tasksApi, {
  'GET /tasks': (ctx, { query }) => listTasksForDashboard(ctx, query, ctx.sign_in.time_zone),
  'POST /tasks': (ctx, { body }) => createTask(ctx, body),
  'PATCH /tasks': (ctx, { query, body: { expected, ...changes } }) =>
    changeTask(ctx, query.task_id, changes, expected),
  'GET /tasks/matching': (ctx, { query }) => listMatchingTasks(ctx, query, ctx.sign_in.time_zone),
  'PATCH /tasks/batch': (ctx, { body }) => changeTasks(ctx, body.edits),
  'GET /task': (ctx, { query }) => readTaskDetail(ctx, query.task_id),
});
