import { Text, TextInput } from '@mantine/core';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useTurnOffFactor } from './api.ts';
import { t } from '../../language/t.ts';

export function TurnOff({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useTurnOffFactor(onClose);
  const form = useServerForm({ code: '' }, (values) => mutateAsync(values));
  return (
    <FormDialog
      title={t('Turn the second factor off?')}
      verb={t('Turn off')}
      isOpen
      onClose={onClose}
      form={form}
    >
      <Text size="sm" c="dimmed">
        {t(
          'Your password alone will let you in. Give a code of your app, or a recovery code, so that we know it is you.',
        )}
      </Text>
      <TextInput autoComplete="one-time-code" data-autofocus {...form.field('code')} />
    </FormDialog>
  );
}
