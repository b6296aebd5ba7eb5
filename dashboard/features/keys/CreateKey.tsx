import { TextInput } from '@mantine/core';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useCreateKey, type CreatedKey, type NewKey } from './api.ts';
import { RestrictionFields } from './RestrictionFields.tsx';
import { restrictionRequestBody, restrictionFormValues, type RestrictionFormValues } from './restrictions.ts';
import { ScopeField } from './ScopeField.tsx';
import { t } from '../../language/t.ts';

type NewKeyValues = Pick<NewKey, 'name' | 'scopes'> & RestrictionFormValues;

type CreateKeyProps = { onClose: () => void; onMade: (made: CreatedKey) => void };

export function CreateKey({ onClose, onMade }: CreateKeyProps) {
  const { mutateAsync } = useCreateKey((made) => {
    onClose();
    onMade(made);
  });
  const form = useServerForm<NewKeyValues>(
    { name: '', scopes: ['read:tasks'], ...restrictionFormValues() },
    ({ name, scopes, ...restrictions }) =>
      mutateAsync({ name, scopes, ...restrictionRequestBody(restrictions) }),
    { draft: 'key' },
  );
  return (
    <FormDialog title={t('Create an API key')} verb={t('Create key')} onClose={onClose} form={form} size="lg">
      <TextInput
        description={t('The program that uses this key.')}
        placeholder={t('Work order sync')}
        required
        data-autofocus
        {...form.field('name')}
      />
      <ScopeField
        isOffered={({ for_keys }) => for_keys}
        chosen={form.values.scopes}
        onChange={(scopes) => form.setFieldValue('scopes', scopes)}
        error={form.errors['scopes']}
      />
      <RestrictionFields field={form.field} values={form.values} />
    </FormDialog>
  );
}
