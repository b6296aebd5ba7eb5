import { Text } from '@mantine/core';
import { Panel } from '../../components/Panel.tsx';
import { PasswordInput } from '../../components/PasswordInput.tsx';
import { estimatePasswordStrength, type PasswordStrength } from '../../format/passwordStrength.ts';
import { PanelForm } from './PanelForm.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useChangePassword } from './api.ts';
import { t } from '../../language/t.ts';

export function ChangePassword() {
  const { mutateAsync } = useChangePassword(() => form.reset());
  const form = useServerForm({ current_password: '', new_password: '' }, (values) => mutateAsync(values));
  const { new_password } = form.values;
  return (
    <Panel title={t('Password')} about={t('A new password signs you out of all other browsers.')}>
      <PanelForm form={form} verb={t('Change password')}>
        <PasswordInput autoComplete="current-password" {...form.field('current_password')} />
        <PasswordInput
          description={t('At least 8 characters.')}
          autoComplete="new-password"
          {...form.field('new_password')}
        />
        {new_password !== '' && <Strength of={estimatePasswordStrength(new_password)} />}
      </PanelForm>
    </Panel>
  );
}

const STRENGTHS = {
  weak: t('Weak: make it longer, for example with several words.'),
  fair: t('Fair: a longer password is safer.'),
  strong: t('Strong password.'),
} as const satisfies Record<PasswordStrength, string>;

function Strength({ of: strength }: { of: PasswordStrength }) {
  return (
    <Text size="sm" c="dimmed" role="status" mt={-8}>
      {STRENGTHS[strength]}
    </Text>
  );
}
