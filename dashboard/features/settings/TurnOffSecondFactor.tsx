import { Text, TextInput } from '@mantine/core';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useTurnOffSecondFactor } from './api.ts';
import { t } from '../../language/t.ts';

export function TurnOffSecondFactor({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useTurnOffSecondFactor(onClose);
  const form = useServerForm({ code: '' }, (values) => mutateAsync(values));
  return (
    <FormDialog
      title={t('Turn off two-factor sign-in?')}
      verb={t('Turn off')}
      onClose={onClose}
      form={form}
      isDestructive
    >
      <Text size="sm" c="dimmed">
        {t(
          'You then sign in with your password only. Enter a code of your authenticator app or a recovery code to confirm.',
        )}
      </Text>
      <TextInput autoComplete="one-time-code" data-autofocus {...form.field('code')} />
    </FormDialog>
  );
}
