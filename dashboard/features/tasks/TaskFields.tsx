import '@mantine/core/styles/SimpleGrid.layer.css';
import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { toAccountDay, endOfDay } from '../../format/format.ts';
import type { ServerForm } from '../../hooks/useServerForm.ts';
import { RecordSelect } from '../../components/picker/RecordSelect.tsx';
import { ASSIGNABLE_USER_SOURCE } from '../people/api.ts';
import type { Task } from './api.ts';
import { TASK_PRIORITY_OPTIONS } from './labels.ts';
import { t } from '../../language/t.ts';

/** The form values of a task; unset values are empty. */
export type TaskFormValues = {
  title: string;
  description: string;
  priority: Task['priority'];
  assigned_to: string | null;
  due_date: string;
  external_id: string;
};

/** The members of a task that the form can change, as the API takes them. */
export type TaskRequestBody = Pick<Task, 'title' | 'description' | 'priority' | 'due_date'> & {
  assigned_to: string | null;
};

export function storedTaskAsRequestBody({
  title,
  description,
  priority,
  assigned_to,
  due_date,
}: Task): TaskRequestBody {
  return { title, description, priority, assigned_to: assigned_to?.user_id ?? null, due_date };
}

export function taskFormValues(stored?: TaskRequestBody): TaskFormValues {
  return {
    title: stored?.title ?? '',
    description: stored?.description ?? '',
    priority: stored?.priority ?? 'medium',
    assigned_to: stored?.assigned_to ?? null,
    due_date: stored?.due_date ? toAccountDay(stored.due_date) : '',
    external_id: '',
  };
}

/** Converts the form values to a request body; empty fields become null. */
export function taskRequestBody(
  { title, description, priority, assigned_to, due_date }: TaskFormValues,
  stored?: TaskRequestBody,
): TaskRequestBody {
  const due = dueOf(due_date, stored?.due_date ?? null);
  return { title, description: description || null, priority, assigned_to, due_date: due };
}

/** Converts a chosen day to the end of that day. If the day is unchanged, the stored time is kept. */
function dueOf(day: string, before: string | null): string | null {
  if (day === '') return null;
  return before !== null && toAccountDay(before) === day ? before : endOfDay(day);
}

export function TaskFields({ form, isNew }: { form: ServerForm<TaskFormValues>; isNew: boolean }) {
  return (
    <>
      <TextInput required data-autofocus {...form.field('title')} />
      <Textarea autosize minRows={3} maxRows={12} {...form.field('description')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <RecordSelect
          source={ASSIGNABLE_USER_SOURCE}
          placeholder={t('Unassigned')}
          clearable
          {...form.field('assigned_to')}
        />
        <Select
          data={TASK_PRIORITY_OPTIONS.map(({ value, label }) => ({ value, label }))}
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
