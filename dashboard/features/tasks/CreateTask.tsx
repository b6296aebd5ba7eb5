import { FormDialog } from '../../components/FormDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useCreateTask, type Task } from './api.ts';
import { taskRequestBody, TaskFields, taskFormValues } from './TaskFields.tsx';
import { t } from '../../language/t.ts';

type CreateTaskProps = { isOpen: boolean; onClose: () => void; onCreated: (task: Task) => void };

export function CreateTask({ isOpen, onClose, onCreated }: CreateTaskProps) {
  const { mutateAsync } = useCreateTask((task) => {
    form.reset();
    onClose();
    onCreated(task);
  });
  const form = useServerForm(taskFormValues(), ({ external_id, ...values }) =>
    mutateAsync({ ...taskRequestBody({ ...values, external_id }), ...(external_id && { external_id }) }),
  );
  return (
    <FormDialog
      title={t('New task')}
      verb={t('Create task')}
      isOpen={isOpen}
      onClose={onClose}
      form={form}
      size="lg"
    >
      <TaskFields form={form} isNew />
    </FormDialog>
  );
}
