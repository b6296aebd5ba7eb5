import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../api/me.ts';
import { Panel } from '../../components/Panel.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { addressQuery, useRequestAddressChange } from './api.ts';
import { T } from '../../language/T.tsx';
import { t } from '../../language/t.ts';

/** The address changes when the link that was sent to the new one is used. */
export function NewAddress() {
  const { user } = useMe();
  const { data } = useQuery(addressQuery);
  const { mutateAsync } = useRequestAddressChange(() => form.reset());
  const form = useServerForm({ email: '', current_password: '' }, (values) => mutateAsync(values));
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
      <form onSubmit={form.send} noValidate>
        <Stack gap="sm" maw={360}>
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
          <TextInput
            type="password"
            autoComplete="current-password"
            {...form.field('current_password')}
            label={t('Your password')}
          />
          {form.complaint && (
            <Alert color="red" variant="light" role="alert">
              {form.complaint}
            </Alert>
          )}
          <Group>
            <Button
              type="submit"
              variant="default"
              loading={form.isSending}
              disabled={Object.values(form.values).includes('')}
            >
              {t('Send the link')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
