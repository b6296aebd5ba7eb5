import '@mantine/core/styles/SimpleGrid.layer.css';
import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { toAccountDay, endOfDay } from '../../format/format.ts';
import type { ServerForm } from '../../hooks/useServerForm.ts';
import { useUserOptions } from '../people/api.ts';
import type { NewTask, Task } from './api.ts';
import { PRIORITIES } from './labels.ts';
import { t } from '../../language/t.ts';

/** The form values of a task; empty where unset. */
export type TaskValues = {
  title: string;
  description: string;
  priority: Task['priority'];
  assigned_to: string | null;
  due_date: string;
  external_id: string;
};

export function taskFormValues(task?: Task): TaskValues {
  return {
    title: task?.title ?? '',
    description: task?.description ?? '',
    priority: task?.priority ?? 'medium',
    assigned_to: task?.assigned_to?.user_id ?? null,
    due_date: task?.due_date ? toAccountDay(task.due_date) : '',
    external_id: task?.external_id ?? '',
  };
}

/** The request for the form values: null for empty fields. */
export function taskRequestBody(
  { title, description, priority, assigned_to, due_date }: TaskValues,
  task?: Task,
): NewTask {
  const due = dueOf(due_date, task?.due_date ?? null);
  return { title, description: description || null, priority, assigned_to, due_date: due };
}

/** A chosen day is due at its end; the time of a day that was left as it is stays. */
function dueOf(day: string, before: string | null): string | null {
  if (day === '') return null;
  return before !== null && toAccountDay(before) === day ? before : endOfDay(day);
}

export function TaskFields({ form, isNew }: { form: ServerForm<TaskValues>; isNew: boolean }) {
  const people = useUserOptions();
  return (
    <>
      <TextInput required data-autofocus {...form.field('title')} />
      <Textarea autosize minRows={3} maxRows={12} {...form.field('description')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          placeholder={t('No user')}
          data={[...people]}
          searchable
          clearable
          {...form.field('assigned_to')}
        />
        <Select
          data={PRIORITIES.map(({ value, label }) => ({ value, label }))}
          allowDeselect={false}
          {...form.field('priority')}
        />
        <TextInput type="date" {...form.field('due_date')} />
        {isNew && (
          <TextInput placeholder={t('Reference in your own system')} {...form.field('external_id')} />
        )}
      </SimpleGrid>
    </>
  );
}
