import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import type { Task, TaskChanges } from './api.ts';
import { plural, t } from '../../language/t.ts';

/** The members that can be changed in several tasks at once. */
export type QuickChanges = Pick<TaskChanges, 'status' | 'priority' | 'assigned_to'>;

type Step = { task: Task; changes: QuickChanges };

const UNDO_MS = 10_000;

/** Changes tasks at once, and offers for ten seconds to undo it. */
export function useChangeTasks(): (tasks: readonly Task[], changes: QuickChanges) => Promise<void> {
  const client = useQueryClient();
  return async (tasks, changes) => {
    const done = await takeSteps(
      client,
      tasks.map((task) => ({ task, changes })),
    );
    if (done.length > 0) offerUndo(client, done);
  };
}

/** The steps that the server took; says how many it refused. */
async function takeSteps(client: QueryClient, steps: readonly Step[]): Promise<Step[]> {
  const results = await Promise.allSettled(
    steps.map(({ task, changes }) => callApi('PATCH /tasks', { query: { task_id: task.id }, body: changes })),
  );
  const done = steps.filter((_, at) => results[at]?.status === 'fulfilled');
  const refusal = results.find((one) => one.status === 'rejected');
  if (refusal) showError(steps.length - done.length, refusal.reason);
  await Promise.all(['tasks', 'home'].map((first) => client.invalidateQueries({ queryKey: [first] })));
  return done;
}

function showError(count: number, reason: unknown): void {
  const message = reason instanceof Error ? reason.message : String(reason);
  notifications.show({
    title: t('{count} not changed', { count: plural(count, 'task') }),
    message,
    color: 'red',
  });
}

function offerUndo(client: QueryClient, steps: readonly Step[]): void {
  const undo = () => {
    notifications.hide(id);
    void takeSteps(client, steps.map(reverse));
  };
  const [first] = steps;
  const what =
    steps.length === 1 && first
      ? t('{title} changed', { title: first.task.title })
      : t('{count} changed', { count: plural(steps.length, 'task') });
  const id = notifications.show({ message: <Changed what={what} onUndo={undo} />, autoClose: UNDO_MS });
}

function Changed({ what, onUndo }: { what: string; onUndo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <span>{what}</span>
      <Button size="compact-xs" variant="default" onClick={onUndo}>
        {t('Undo')}
      </Button>
    </Group>
  );
}

function reverse({ task, changes }: Step): Step {
  const before: QuickChanges = {
    status: task.status,
    priority: task.priority,
    assigned_to: task.assigned_to?.user_id ?? null,
  };
  const kept = Object.entries(before).filter(([name]) => name in changes);
  return { task, changes: Object.fromEntries(kept) };
}
