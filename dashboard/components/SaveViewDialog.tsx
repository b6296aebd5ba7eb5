import { TextInput } from '@mantine/core';
import { invalidFieldError } from '../api/client.ts';
import { FormDialog } from './FormDialog.tsx';
import { useServerForm } from '../hooks/useServerForm.ts';
import { t } from '../language/t.ts';

type SaveViewDialogProps = { name: string; onSave: (name: string) => void; onClose: () => void };

export function SaveViewDialog({ name, onSave, onClose }: SaveViewDialogProps) {
  const form = useServerForm({ name }, async (values): Promise<void> => {
    const title = values.name.trim();
    if (title === '') throw invalidFieldError('name', t('Enter a name'));
    onSave(title);
  });
  return (
    <FormDialog title={t('Save this view')} verb={t('Save view')} onClose={onClose} form={form}>
      <TextInput
        description={t('The filters and the order are saved as a tab in this browser, for you only.')}
        maxLength={60}
        required
        data-autofocus
        {...form.field('name')}
      />
    </FormDialog>
  );
}
