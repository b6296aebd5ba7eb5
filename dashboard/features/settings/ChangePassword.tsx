import { TextInput } from '@mantine/core';
import { Panel } from '../../components/Panel.tsx';
import { PanelForm } from './PanelForm.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useChangePassword } from './api.ts';
import { t } from '../../language/t.ts';

export function ChangePassword() {
  const { mutateAsync } = useChangePassword(() => form.reset());
  const form = useServerForm({ current_password: '', new_password: '' }, (values) => mutateAsync(values));
  return (
    <Panel title={t('Password')} about={t('A new password signs you out of all other browsers.')}>
      <PanelForm form={form} verb={t('Change password')}>
        <TextInput type="password" autoComplete="current-password" {...form.field('current_password')} />
        <TextInput
          description={t('At least 8 characters.')}
          type="password"
          autoComplete="new-password"
          {...form.field('new_password')}
        />
      </PanelForm>
    </Panel>
  );
}
