import type { OperationBody } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { t } from '../../language/t.ts';
import type { Task } from './api.ts';

/** The members that a list changes without opening the task. */
export type QuickChanges = Pick<OperationBody<'PATCH /tasks'>, 'status' | 'priority'>;

/** `expected` has the values that the page showed. The server rejects the edit if another edit has changed them. */
type TaskEdit = { task: Task; changes: QuickChanges; expected: QuickChanges };

/** Changes a task and offers to undo the change. */
export function useChangeTask() {
  const { mutate, isPending } = useApiMutation(
    (callApi, { task, changes, expected }: TaskEdit) =>
      callApi('PATCH /tasks', { query: { task_id: task.id }, body: { ...changes, expected } }),
    {
      changes: ['tasks', 'home'],
      says: ({ title }) => t('{title} changed', { title }),
      undo: ({ task, changes, expected }) => ({ task, changes: expected, expected: changes }),
    },
  );
  return {
    change: (task: Task, changes: QuickChanges) =>
      mutate({ task, changes, expected: shownValues(task, changes) }),
    isPending,
  };
}

/** Returns the values that the page shows for the members of a change. */
function shownValues({ status, priority }: Task, changes: QuickChanges): QuickChanges {
  return {
    ...(changes.status !== undefined && { status }),
    ...(changes.priority !== undefined && { priority }),
  };
}
