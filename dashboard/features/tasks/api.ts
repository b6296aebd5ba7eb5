import { queryOptions } from '@tanstack/react-query';
import type {
  NewTask,
  Task,
  TaskChanges,
  TaskDetail,
  TaskEntry,
  WorkFilter,
} from '../../../src/features/tasks/contract.ts';
import { ask } from '../../api/client.ts';
import type { QueryOf } from '../../api/operations.ts';
import { useAct } from '../../api/useAct.ts';
import { inMoments } from '../../format/format.ts';
import { LIST, type Listed } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { NewTask, Task, TaskChanges, TaskDetail, TaskEntry, WorkFilter };

/** A filter as the URL holds it: the server judges what it means. */
export type TaskSearch = QueryOf<'GET /tasks'>;

export function tasksQuery(filter: TaskSearch) {
  return queryOptions({
    ...LIST,
    queryKey: ['tasks', 'list', filter],
    queryFn: async ({ signal }): Promise<Listed<Task>> => {
      const { tasks, total, ...page } = await ask('GET /tasks', { query: inMoments(filter), signal });
      return { rows: tasks, ...page, ...(total !== null && { total }) };
    },
  });
}

export function taskQuery(task_id: string) {
  return queryOptions({
    queryKey: ['tasks', 'one', task_id],
    queryFn: ({ signal }) => ask('GET /task', { query: { task_id }, signal }),
  });
}

export function useCreateTask(onDone: (task: Task) => void) {
  return useAct((ask, task: NewTask) => ask('POST /tasks', { body: task }), {
    changes: ['tasks', 'home'],
    says: (task) => t('Task created: {title}', { title: task.title }),
    onDone,
    showsErrorsItself: true,
  });
}
