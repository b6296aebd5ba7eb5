import { Button, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useErasePerson } from './api.ts';
import { t } from '../../language/t.ts';

type ErasePersonProps = { account_id: string };

/** For who asks the platform to be forgotten; admins do it on their page of people. */
export function ErasePerson({ account_id }: ErasePersonProps) {
  const [isAsking, asking] = useDisclosure();
  return (
    <>
      <Button variant="light" color="red" onClick={asking.open}>
        {t('Erase a person')}
      </Button>
      {isAsking && <EraseDialog account_id={account_id} onClose={asking.close} />}
    </>
  );
}

function EraseDialog({ account_id, onClose }: ErasePersonProps & { onClose: () => void }) {
  const { mutateAsync } = useErasePerson(account_id, onClose);
  const form = useServerForm({ email: '' }, ({ email }) => mutateAsync({ email: email.trim() }));
  return (
    <FormDialog
      title={t('Erase a person?')}
      verb={t('Erase permanently')}
      isOpen
      onClose={onClose}
      form={form}
    >
      <Text size="sm" c="dimmed">
        {t(
          'The name and email address are removed from all records of the account. Tasks, sessions and counts stay. The person is signed out, and the keys and apps they added stop working. This cannot be undone.',
        )}
      </Text>
      <TextInput
        placeholder="ines@example.com"
        type="email"
        required
        data-autofocus
        {...form.field('email')}
      />
    </FormDialog>
  );
}
