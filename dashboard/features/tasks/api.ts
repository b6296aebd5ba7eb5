import { queryOptions } from '@tanstack/react-query';
import type {
  NewTask,
  Task,
  TaskChanges,
  TaskDetail,
  TaskEntry,
  TaskPage,
  WorkFilter,
} from '../../../src/features/tasks/contract.ts';
import { consoleClient } from '../../api/client.ts';
import { useAct } from '../../api/useAct.ts';
import { LIST, type Listed } from '../../components/list.ts';

export type { NewTask, Task, TaskChanges, TaskDetail, TaskEntry, WorkFilter };

/** A filter as the URL holds it: the server judges what it means. */
export type TaskSearch = Partial<Record<keyof WorkFilter, string | number>>;

export function tasksQuery(filter: TaskSearch) {
  return queryOptions({
    ...LIST,
    queryKey: ['tasks', 'list', filter],
    queryFn: async ({ signal }): Promise<Listed<Task>> => {
      const { tasks, ...page } = await consoleClient.get<TaskPage>('/tasks', filter, signal);
      return { rows: tasks, ...page };
    },
  });
}

export function taskQuery(task_id: string) {
  return queryOptions({
    queryKey: ['tasks', 'one', task_id],
    queryFn: ({ signal }) => consoleClient.get<TaskDetail>('/task', { task_id }, signal),
  });
}

export function useChangeTask() {
  return useAct(
    ({ id, changes }: { id: string; changes: TaskChanges }) =>
      consoleClient.patch<Task>('/tasks', { task_id: id }, changes),
    { changes: ['tasks', 'home'] },
  );
}

export function useCreateTask(onDone: (task: Task) => void) {
  return useAct((task: NewTask) => consoleClient.post<Task>('/tasks', task), {
    changes: ['tasks', 'home'],
    says: (task) => `Task created: ${task.title}`,
    onDone,
    shows_errors_itself: true,
  });
}
