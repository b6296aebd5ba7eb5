import { declareCsvDownload } from '../../doors/csvPage.ts';
import { serveDashboardApi } from '../../doors/signIn.ts';
import { TaskExportFilter, tasksApi } from './contract.ts';
import { exportTasks } from './export.ts';
import { importTasks } from './import.ts';
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
  'POST /tasks/import': (ctx, { body }) => importTasks(ctx, body),
  'GET /task': (ctx, { query }) => readTaskDetail(ctx, query.task_id),
});

/** The CSV download of the task list. */
export const taskPages = [
  declareCsvDownload('/tasks.csv', {
    name: 'tasks',
    selection: TaskExportFilter,
    role: 'member',
    exportRows: exportTasks,
  }),
];
