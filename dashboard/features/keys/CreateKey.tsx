import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useServerForm } from '../../components/useServerForm.ts';
import { scopesQuery, useCreateKey, type KeyMade, type NewKey } from './api.ts';
import { ScopeGrid } from './ScopeGrid.tsx';

type CreateKeyProps = { onClose: () => void; onMade: (made: KeyMade) => void };

export function CreateKey({ onClose, onMade }: CreateKeyProps) {
  const { data } = useQuery(scopesQuery);
  const { mutateAsync } = useCreateKey((made) => {
    onClose();
    onMade(made);
  });
  const form = useServerForm<NewKey>({ name: '', scopes: ['read:tasks'] }, (values) => mutateAsync(values));
  const offered = (data?.scopes ?? []).filter(({ for_keys }) => for_keys);
  return (
    <FormDialog title="Create an API key" verb="Create key" isOpen onClose={onClose} form={form} size="lg">
      <TextInput
        label="Name"
        description="What uses it, so that you know it again later."
        placeholder="Work order sync"
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ScopeGrid
        offered={offered}
        chosen={form.values.scopes}
        onChange={(scopes) => form.setFieldValue('scopes', scopes)}
        error={form.errors['scopes']}
      />
    </FormDialog>
  );
}
