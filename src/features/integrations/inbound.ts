import { integrationOperation } from '../../doors/credential.ts';
import { resource } from '../../doors/declaration.ts';
import { PushedRef, PushedTask, Task, TaskChanges } from '../tasks/contract.ts';
import { changePushedTask, pushTask } from '../tasks/inbound.ts';

const PUSHED = { source: 'integration', assigned_to: null };

const tasks = resource(
  '/tasks',
  {
    POST: integrationOperation({
      operation_id: 'pushTask',
      summary: 'Push a task in',
      description:
        "Makes a task the first time and changes it from then on; `external_id` is the outside system's own " +
        'reference. Emits task.created, task.status_changed and task.completed as it applies, with the ' +
        'integration in the latter two.',
      body: PushedTask,
      answer: Task,
      example: {
        body: { external_id: 'WO-1042', title: 'Replace the filter of pump 7', priority: 'high' },
        known: PUSHED,
      },
      handle: (ctx, { body }) => pushTask(ctx, body),
    }),
    PATCH: integrationOperation({
      operation_id: 'updatePushedTask',
      summary: 'Change a task that was pushed in',
      description: 'Only the members that are sent change.',
      query: PushedRef,
      body: TaskChanges,
      answer: Task,
      errors: ['NOT_FOUND'],
      example: { query: { external_id: 'WO-1042' }, body: { status: 'cancelled' }, known: PUSHED },
      handle: (ctx, { query, body }) => changePushedTask(ctx, query.external_id, body),
    }),
  },
  {
    tag: 'Inbound',
    about:
      'The door for outside systems that an account integrated: they push tasks in and keep them up to date.',
  },
);

export const inbound = [tasks];
