import { queryOptions } from '@tanstack/react-query';
import type {
  NewTask,
  Task,
  TaskChanges,
  TaskDetail,
  TaskEntry,
  WorkFilter,
} from '../../../src/features/tasks/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationQuery } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { filterToInstants } from '../../format/format.ts';
import { LIST, type ListPageData } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { NewTask, Task, TaskChanges, TaskDetail, TaskEntry, WorkFilter };

/** A filter as the URL holds it: the server judges what it means. */
export type TaskSearch = OperationQuery<'GET /tasks'>;

export function tasksQuery(filter: TaskSearch) {
  return queryOptions({
    ...LIST,
    queryKey: ['tasks', 'list', filter],
    queryFn: async ({ signal }): Promise<ListPageData<Task>> => {
      const { tasks, total, ...page } = await callApi('GET /tasks', {
        query: filterToInstants(filter),
        signal,
      });
      return { rows: tasks, ...page, ...(total !== null && { total }) };
    },
  });
}

export function taskQuery(task_id: string) {
  return queryOptions({
    queryKey: ['tasks', 'one', task_id],
    queryFn: ({ signal }) => callApi('GET /task', { query: { task_id }, signal }),
  });
}

export function useCreateTask(onDone: (task: Task) => void) {
  return useApiMutation((callApi, task: NewTask) => callApi('POST /tasks', { body: task }), {
    changes: ['tasks', 'home'],
    says: (task) => t('Task created: {title}', { title: task.title }),
    onDone,
    showsErrorsItself: true,
  });
}
