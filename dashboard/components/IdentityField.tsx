import { Anchor, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { NO_PROOF, secondFactorQuery } from '../api/secondFactor.ts';
import type { ServerForm } from '../hooks/useServerForm.ts';
import { t } from '../language/t.ts';
import { PasswordField } from './PasswordField.tsx';

type IdentityFieldProps = { form: ServerForm<typeof NO_PROOF> };

/** Asks for the password, or for a code of the second factor, before an action that cannot be undone. */
export function IdentityField({ form }: IdentityFieldProps) {
  const { data } = useQuery(secondFactorQuery);
  const [isByCode, byCode] = useDisclosure();
  const change = () => {
    form.setValues(NO_PROOF);
    byCode.toggle();
  };
  return (
    <Stack gap={6} align="flex-start">
      {isByCode ? <CodeField form={form} /> : <PasswordField form={form} />}
      {data?.is_on && (
        <Anchor component="button" type="button" size="sm" onClick={change}>
          {isByCode ? t('Use your password instead') : t('Use a code instead')}
        </Anchor>
      )}
    </Stack>
  );
}

function CodeField({ form }: IdentityFieldProps) {
  return (
    <TextInput
      description={t('A code of your authenticator app, or a recovery code.')}
      autoComplete="one-time-code"
      placeholder="123 456"
      w="100%"
      required
      autoFocus
      {...form.field('code')}
    />
  );
}
