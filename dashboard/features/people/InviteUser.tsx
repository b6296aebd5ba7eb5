import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core';
import { FormDialog } from '../../components/FormDialog.tsx';
import type { InvitationToCopy } from '../../components/InvitationLinkDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useInvitationDeliveryText } from '../../components/NoMailServerAlert.tsx';
import { useInviteUser, type NewPerson } from './api.ts';
import { t } from '../../language/t.ts';

type Values = Omit<NewPerson, 'seat'> & NonNullable<NewPerson['seat']>;

type InviteUserProps = { email: string; onClose: () => void; onLink: (invitation: InvitationToCopy) => void };

export function InviteUser({ email, onClose, onLink }: InviteUserProps) {
  const { mutateAsync } = useInviteUser(({ email, link }) => {
    onClose();
    if (link !== null) onLink({ email, link });
  });
  const form = useServerForm<Values>(
    { full_name: '', email, access: 'member', device_name: '', roles: ['trainee'] },
    (values) => mutateAsync(personOf(values)),
    { draft: `invitation ${email}` },
  );
  return (
    <FormDialog title={t('Invite a person')} verb={t('Send the invitation')} onClose={onClose} form={form}>
      <TextInput placeholder="Ines Vogel" required data-autofocus {...form.field('full_name')} />
      <TextInput
        description={useInvitationDeliveryText()}
        placeholder="ines@example.com"
        type="email"
        required
        {...form.field('email')}
      />
      <Radio.Group {...form.field('access')}>
        <Stack gap={8} mt={6}>
          <Radio value="member" label={t('Member')} description={t('Tasks, sessions, catalogue')} />
          <Radio
            value="admin"
            label={t('Admin')}
            description={t('All of the above, plus people, seats, keys, webhooks, apps, reports')}
          />
        </Stack>
      </Radio.Group>
      <TextInput
        description={t('Optional. Creates a seat with these glasses. You pair them later.')}
        placeholder={t('Glasses 03')}
        {...form.field('device_name')}
      />
      {form.values.device_name.trim() !== '' && (
        <Checkbox.Group {...form.field('roles')}>
          <Group mt={6}>
            <Checkbox value="trainer" label={t('Trainer: records procedures')} />
            <Checkbox value="trainee" label={t('Trainee: learns procedures')} />
          </Group>
        </Checkbox.Group>
      )}
    </FormDialog>
  );
}

function personOf({ full_name, email, access, device_name, roles }: Values): NewPerson {
  const person = { full_name, email: email.trim(), access };
  return device_name.trim() === '' ? person : { ...person, seat: { device_name, roles } };
}
