import { queryOptions } from '@tanstack/react-query';
import type {
  NewTask,
  Task,
  TaskDetail,
  TaskHistoryEntry,
  DashboardTaskFilter,
} from '../../../src/features/tasks/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationQuery } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { convertFilterDaysToInstants } from '../../format/format.ts';
import { LIST_QUERY_OPTIONS, type ListPageData } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { NewTask, Task, TaskDetail, TaskHistoryEntry, DashboardTaskFilter };

/** The filter as the URL stores it; the server validates it. */
export type TaskListFilter = OperationQuery<'GET /tasks'>;

export function tasksQuery(filter: TaskListFilter) {
  return queryOptions({
    ...LIST_QUERY_OPTIONS,
    queryKey: ['tasks', 'list', filter],
    queryFn: async ({ signal }): Promise<ListPageData<Task>> => {
      const { tasks, total, ...page } = await callApi('GET /tasks', {
        query: convertFilterDaysToInstants(filter),
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
