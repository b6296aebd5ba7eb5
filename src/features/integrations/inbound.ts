import { integrationOperation } from '../../doors/credential.ts';
import { groupIntoResources } from '../../doors/declaration.ts';
import { PushedTaskRef, PushedTask, Task, TaskChanges } from '../tasks/contract.ts';
import { changePushedTask, pushTask } from '../tasks/inbound.ts';

const PUSHED = { source: 'integration', assigned_to: null };

export const inboundRoutes = groupIntoResources(
  {
    tag: 'Inbound',
    about: 'The API for the outside systems of an account: they push tasks and keep them up to date.',
  },
  {
    'POST /tasks': integrationOperation({
      operation_id: 'pushTask',
      summary: 'Push a task',
      description:
        'Creates a task with the first request and changes it with the following ones. `external_id` is ' +
        "the outside system's own reference. Emits task.created, task.status_changed and task.completed " +
        'as applicable. The latter two contain the integration.',
      body: PushedTask,
      answer: Task,
      example: {
        body: { external_id: 'WO-1042', title: 'Replace the filter of pump 7', priority: 'high' },
        known: PUSHED,
      },
      handle: (ctx, { body }) => pushTask(ctx, body),
    }),
    'PATCH /tasks': integrationOperation({
      operation_id: 'updatePushedTask',
      summary: 'Change a pushed task',
      description: 'Only the members in the request change.',
      query: PushedTaskRef,
      body: TaskChanges,
      answer: Task,
      errors: ['NOT_FOUND'],
      example: { query: { external_id: 'WO-1042' }, body: { status: 'cancelled' }, known: PUSHED },
      handle: (ctx, { query, body }) => changePushedTask(ctx, query.external_id, body),
    }),
  },
);
