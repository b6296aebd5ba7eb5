import { TextInput } from '@mantine/core';
import type { ServerForm } from '../hooks/useServerForm.ts';
import { t } from '../language/t.ts';

type PasswordFieldProps = { form: Pick<ServerForm<{ current_password: string }>, 'field'> };

/** Asks for the password before an action that cannot be undone. */
export function PasswordField({ form }: PasswordFieldProps) {
  return (
    <TextInput
      description={t('Your password confirms that it is you.')}
      type="password"
      autoComplete="current-password"
      required
      {...form.field('current_password')}
      label={t('Your password')}
    />
  );
}
