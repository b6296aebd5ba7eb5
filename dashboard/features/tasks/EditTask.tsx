import { useApiMutation } from '../../api/useApiMutation.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import type { Task, TaskChanges } from './api.ts';
import { taskRequestBody, TaskFields, taskFormValues } from './TaskFields.tsx';
import { t } from '../../language/t.ts';

export function EditTask({ task, onClose }: { task: Task; onClose: () => void }) {
  const { mutateAsync } = useApiMutation(
    (callApi, changes: TaskChanges) =>
      callApi('PATCH /tasks', { query: { task_id: task.id }, body: changes }),
    { changes: ['tasks', 'home'], says: t('Task changed'), onDone: onClose, showsErrorsItself: true },
  );
  const form = useServerForm(taskFormValues(task), (values) => mutateAsync(taskRequestBody(values, task)));
  return (
    <FormDialog title={t('Edit task')} verb={t('Save')} isOpen onClose={onClose} form={form} size="lg">
      <TaskFields form={form} isNew={false} />
    </FormDialog>
  );
}
