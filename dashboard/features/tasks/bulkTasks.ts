import { describeError } from '../../api/errorTexts.ts';
import { callApi } from '../../api/client.ts';
import type { OperationAnswer, OperationBody } from '../../api/operations.ts';
import {
  createBulkAction,
  type BulkAction,
  type BulkStep,
  type Rejection,
} from '../../components/bulk/bulkAction.ts';
import { assertFewEnough } from '../../components/bulk/readAllPages.ts';
import { actorName } from '../../format/actors.ts';
import { convertFilterDaysToInstants } from '../../format/format.ts';
import { t, type Label } from '../../language/t.ts';
import type { Task, TaskListFilter } from './api.ts';

/** The values of a task that a bulk action changes. */
export type TaskValues = OperationAnswer<'GET /tasks/matching'>['tasks'][number];

type Edit = OperationBody<'PATCH /tasks/batch'>['edits'][number];
/** The members that can be changed in many tasks at once. */
export type TaskBulkChanges = Edit['changes'];

/** The maximum number of tasks in one request. */
const MOST_IN_BATCH = 100;

export function toTaskValues({ id, title, status, priority, due_date, assigned_to }: Task): TaskValues {
  return { id, title, status, priority, due_date, assigned_to: assigned_to?.user_id ?? null };
}

/** Reads all tasks that match the filter of the list. */
export async function readMatchingTasks(filter: TaskListFilter, signal: AbortSignal): Promise<TaskValues[]> {
  const { sort, limit, offset, ...conditions } = convertFilterDaysToInstants(filter);
  const found: TaskValues[] = [];
  let before_id: string | undefined;
  do {
    const { tasks, next } = await callApi('GET /tasks/matching', {
      query: { ...conditions, before_id },
      signal,
    });
    found.push(...tasks);
    assertFewEnough(found.length);
    before_id = next ?? undefined;
  } while (before_id !== undefined);
  return found;
}

/** Changes tasks. Tasks that have the values already are not sent. */
export function createBulkTaskChange(
  tasks: readonly TaskValues[],
  changes: TaskBulkChanges,
  shown: Label,
): BulkAction {
  const steps = tasks.flatMap((task): BulkStep<Omit<Edit, 'task_id'>>[] => {
    const expected = shownValues(task, changes);
    if (JSON.stringify(expected) === JSON.stringify(shownValues({ ...task, ...changes }, changes))) return [];
    const input = { changes, expected };
    return [{ id: task.id, name: task.title, input, inverse: { changes: expected, expected: changes } }];
  });
  const count = steps.length;
  return createBulkAction({
    title: t('Change {count, plural, one {# task} other {# tasks}}', { count }),
    steps,
    most: MOST_IN_BATCH,
    says: (changed) => t('{count, plural, one {# task} other {# tasks}} changed', { count: changed }),
    changes: ['tasks', 'home'],
    send: async (batch) => {
      const edits = batch.map(({ id, input }) => ({ task_id: id, ...input }));
      const { rejected } = await callApi('PATCH /tasks/batch', { body: { edits } });
      const names = new Map(batch.map(({ id, name }) => [id, name]));
      return rejected.map((one) => toRejection(one, names));
    },
    confirm:
      count <= MOST_IN_BATCH
        ? undefined
        : {
            title: t('Change {count, plural, one {# task} other {# tasks}}?', { count }),
            text: changes.status
              ? t(
                  'New value: {value}. Webhook events are sent for each task. Undo does not take them back.',
                  { value: shown },
                )
              : t('New value: {value}.', { value: shown }),
            verb: t('Change tasks'),
            isDestructive: false,
          },
  });
}

function shownValues(task: TaskValues, changes: TaskBulkChanges): TaskBulkChanges {
  const { status, priority, due_date, assigned_to } = task;
  const values: TaskBulkChanges = { status, priority, due_date, assigned_to };
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in changes));
}

type RejectedTask = OperationAnswer<'PATCH /tasks/batch'>['rejected'][number];

function toRejection(
  { task_id, fault, details }: RejectedTask,
  names: ReadonlyMap<string, string>,
): Rejection {
  const editor = details?.conflict?.changed_by;
  const reason = editor
    ? t('Changed meanwhile by {name}', { name: actorName(editor) })
    : details
      ? describeError('BAD_REQUEST', details).message
      : fault;
  return { id: task_id, name: names.get(task_id) ?? task_id, reason };
}
