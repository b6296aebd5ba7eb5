import '@mantine/core/styles/Alert.layer.css';
import { Alert, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../api/me.ts';
import { Panel } from '../../components/Panel.tsx';
import { PanelForm } from './PanelForm.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { emailAddressQuery, useRequestAddressChange } from './api.ts';
import { T } from '../../language/T.tsx';
import { t } from '../../language/t.ts';

/** Changes the email address. The change takes effect when the user opens the link that was sent to the new address. */
export function ChangeEmailAddress() {
  const { user } = useMe();
  const { data } = useQuery(emailAddressQuery);
  const { mutateAsync } = useRequestAddressChange(() => form.reset());
  const form = useServerForm({ email: '', current_password: '' }, (values) => mutateAsync(values), {
    draft: 'email address',
  });
  return (
    <Panel
      title={t('Email address')}
      about={t(
        'You sign in with {email}. To change it, enter a new address and open the link that we send there.',
        {
          email: user.email,
        },
      )}
    >
      <PanelForm form={form} verb={t('Send the link')}>
        {data?.pending && (
          <Alert color="blue" variant="light" role="status">
            <Text size="sm">
              <T
                text="We sent a link to {email}. It expires {when}. Request a new link to replace it."
                email={data.pending.email}
                when={<RelativeTime time={data.pending.until} />}
              />
            </Text>
          </Alert>
        )}
        <TextInput type="email" autoComplete="email" {...form.field('email')} label={t('New address')} />
        <PasswordField form={form} />
      </PanelForm>
    </Panel>
  );
}
