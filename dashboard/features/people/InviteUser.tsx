import { Radio, Stack, TextInput } from '@mantine/core';
import { FormDialog } from '../../components/FormDialog.tsx';
import type { LinkGiven } from '../../components/InvitationLink.tsx';
import { useServerForm } from '../../components/useServerForm.ts';
import { useWayOfLink } from '../../components/WithoutMail.tsx';
import { useInvite, type NewPerson } from './api.ts';

type InviteUserProps = { email: string; onClose: () => void; onLink: (given: LinkGiven) => void };

export function InviteUser({ email, onClose, onLink }: InviteUserProps) {
  const { mutateAsync } = useInvite(({ email, link }) => {
    onClose();
    if (link !== null) onLink({ email, link });
  });
  const form = useServerForm<NewPerson>({ full_name: '', email, access: 'member' }, (values) =>
    mutateAsync({ ...values, email: values.email.trim() }),
  );
  return (
    <FormDialog title="Invite somebody" verb="Send the invitation" isOpen onClose={onClose} form={form}>
      <TextInput placeholder="Ines Vogel" required data-autofocus {...form.field('full_name')} />
      <TextInput
        description={useWayOfLink()}
        placeholder="ines@example.com"
        type="email"
        required
        {...form.field('email')}
      />
      <Radio.Group {...form.field('access')}>
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
