import { Button, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { identityProof, NO_PROOF } from '../../api/secondFactor.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { IdentityField } from '../../components/IdentityField.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useErasePerson } from './api.ts';
import { t } from '../../language/t.ts';

type ErasePersonButtonProps = { account_id: string };

/** Erases a person on request to the platform. Admins erase people on their own People page. */
export function ErasePersonButton({ account_id }: ErasePersonButtonProps) {
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

function EraseDialog({ account_id, onClose }: ErasePersonButtonProps & { onClose: () => void }) {
  const { mutateAsync } = useErasePerson(account_id, onClose);
  const form = useServerForm({ email: '', ...NO_PROOF }, ({ email, ...proof }) =>
    mutateAsync({ email: email.trim(), ...identityProof(proof) }),
  );
  return (
    <FormDialog
      title={t('Erase a person?')}
      verb={t('Erase permanently')}
      onClose={onClose}
      form={form}
      isDestructive
    >
      <Text size="sm" c="dimmed">
        {t(
          'The name and email address are removed from all records of the account. Tasks, sessions and statistics stay. The person is signed out, and the keys and apps they added stop working. This cannot be undone.',
        )}
      </Text>
      <TextInput
        placeholder="ines@example.com"
        type="email"
        required
        data-autofocus
        {...form.field('email')}
      />
      <IdentityField form={form} />
    </FormDialog>
  );
}
