import { TextInput } from '@mantine/core';
import { invalidField } from '../../api/client.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { t } from '../../language/t.ts';

type SaveViewProps = { name: string; onSave: (name: string) => void; onClose: () => void };

export function SaveView({ name, onSave, onClose }: SaveViewProps) {
  const form = useServerForm({ name }, async (values): Promise<void> => {
    const title = values.name.trim();
    if (title === '') throw invalidField('name', t('Enter a name'));
    onSave(title);
  });
  return (
    <FormDialog title={t('Save this view')} verb={t('Save view')} isOpen onClose={onClose} form={form}>
      <TextInput
        description={t('The view saves the current filters and sorting.')}
        maxLength={60}
        required
        data-autofocus
        {...form.field('name')}
      />
    </FormDialog>
  );
}
