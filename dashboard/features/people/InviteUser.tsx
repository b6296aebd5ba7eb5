import { Radio, Stack, TextInput } from '@mantine/core';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useServerForm } from '../../components/useServerForm.ts';
import { useInvite, type NewPerson } from './api.ts';

export function InviteUser({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useInvite(onClose);
  const form = useServerForm<NewPerson>({ full_name: '', email: '', access: 'member' }, (values) =>
    mutateAsync({ ...values, email: values.email.trim() }),
  );
  return (
    <FormDialog title="Invite somebody" verb="Send the invitation" isOpen onClose={onClose} form={form}>
      <TextInput
        label="Full name"
        placeholder="Ines Vogel"
        required
        data-autofocus
        {...form.getInputProps('full_name')}
      />
      <TextInput
        label="E-mail address"
        description="The link in the mail is good for seven days, once."
        placeholder="ines@example.com"
        type="email"
        required
        {...form.getInputProps('email')}
      />
      <Radio.Group label="Access" {...form.getInputProps('access')}>
        <Stack gap={8} mt={6}>
          <Radio value="member" label="Member" description="Tasks, sessions, catalogue" />
          <Radio
            value="admin"
            label="Admin"
            description="All of that, and people, seats, keys, webhooks, apps, reports"
          />
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
