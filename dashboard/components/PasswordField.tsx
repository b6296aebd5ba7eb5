import type { ServerForm } from '../hooks/useServerForm.ts';
import { t } from '../language/t.ts';
import { PasswordInput } from './PasswordInput.tsx';

type PasswordFieldProps = { form: Pick<ServerForm<{ current_password: string }>, 'field'> };

/** Asks for the password before an action that cannot be undone. */
export function PasswordField({ form }: PasswordFieldProps) {
  return (
    <PasswordInput
      description={t('Your password confirms that it is you.')}
      autoComplete="current-password"
      required
      w="100%"
      {...form.field('current_password')}
      label={t('Your password')}
    />
  );
}
