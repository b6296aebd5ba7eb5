import { FormDialog } from '../../components/FormDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useCreateTask, type Task } from './api.ts';
import { taskRequestBody, TaskFields, taskFormValues } from './TaskFields.tsx';
import { t } from '../../language/t.ts';

type CreateTaskProps = { onClose: () => void; onCreated: (task: Task) => void };

export function CreateTask({ onClose, onCreated }: CreateTaskProps) {
  const { mutateAsync } = useCreateTask((task) => {
    form.reset();
    onClose();
    onCreated(task);
  });
  const form = useServerForm(
    taskFormValues(),
    ({ external_id, ...values }) =>
      mutateAsync({ ...taskRequestBody({ ...values, external_id }), ...(external_id && { external_id }) }),
    { draft: 'task' },
  );
  return (
    <FormDialog title={t('New task')} verb={t('Create task')} onClose={onClose} form={form} size="lg">
      <TaskFields form={form} isNew />
    </FormDialog>
  );
}
