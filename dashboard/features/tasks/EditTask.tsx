import type { OperationBody } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { RecordNames } from '../../components/picker/RecordNames.tsx';
import { formatStoredValue } from '../../format/formatStoredValue.ts';
import { shortDate } from '../../format/time.ts';
import { useEditForm } from '../../hooks/useEditForm.tsx';
import { ASSIGNABLE_USER_SOURCE } from '../people/api.ts';
import type { Task } from './api.ts';
import { TASK_PRIORITY_OPTIONS } from './labels.ts';
import { storedTaskAsRequestBody, taskRequestBody, TaskFields, taskFormValues } from './TaskFields.tsx';
import { t } from '../../language/t.ts';

export function EditTask({ task, onClose }: { task: Task; onClose: () => void }) {
  const { mutateAsync } = useApiMutation(
    (callApi, edit: OperationBody<'PATCH /tasks'>) =>
      callApi('PATCH /tasks', { query: { task_id: task.id }, body: edit }),
    { changes: ['tasks', 'home'], says: t('Task changed'), onDone: onClose, showsErrorsItself: true },
  );
  const form = useEditForm({
    draft: `task ${task.id}`,
    stored: storedTaskAsRequestBody(task),
    toValues: taskFormValues,
    toBody: taskRequestBody,
    save: (edit) => mutateAsync(edit),
    onUnchanged: onClose,
    textOf(member, value) {
      if (member === 'due_date' && typeof value === 'string') return shortDate(value);
      if (member === 'assigned_to' && typeof value === 'string')
        return <RecordNames source={ASSIGNABLE_USER_SOURCE} ids={[value]} />;
      const priority = member === 'priority' && TASK_PRIORITY_OPTIONS.find((one) => one.value === value);
      return priority ? priority.label : formatStoredValue(value);
    },
  });
  return (
    <>
      <FormDialog title={t('Edit task')} verb={t('Save')} onClose={onClose} form={form} size="lg">
        <TaskFields form={form} isNew={false} />
      </FormDialog>
      {form.conflictDialog}
    </>
  );
}
