import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { Panel } from '../../components/Panel.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useChangePassword } from './api.ts';
import { t } from '../../language/t.ts';

export function Password() {
  const { mutateAsync } = useChangePassword(() => form.reset());
  const form = useServerForm({ current_password: '', new_password: '' }, (values) => mutateAsync(values));
  return (
    <Panel title={t('Password')} about={t('A new password signs you out of all other browsers.')}>
      <form onSubmit={form.send} noValidate>
        <Stack gap="sm" maw={360}>
          <TextInput type="password" autoComplete="current-password" {...form.field('current_password')} />
          <TextInput
            description={t('At least 8 characters.')}
            type="password"
            autoComplete="new-password"
            {...form.field('new_password')}
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
              {t('Change password')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
