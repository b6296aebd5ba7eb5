import { Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { FormDialog } from '../../components/FormDialog.tsx';
import { CopyableId } from '../../components/CopyableId.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useBeginSecondFactor, useTurnOnSecondFactor, type FactorSecret } from './api.ts';
import classes from './Settings.module.css';
import { t } from '../../language/t.ts';

type TurnOnSecondFactorProps = { onClose: () => void; onCodes: (codes: string[]) => void };

/** Turns on two-factor sign-in: the user stores the secret in an authenticator app and confirms with a first code. */
export function TurnOnSecondFactor({ onClose, onCodes }: TurnOnSecondFactorProps) {
  const begun = useRef(false);
  const { mutate, data } = useBeginSecondFactor();
  const { mutateAsync } = useTurnOnSecondFactor((codes) => {
    onClose();
    onCodes(codes);
  });
  const form = useServerForm({ code: '', current_password: '' }, (values) => mutateAsync(values));
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    mutate();
  }, [mutate]);
  return (
    <FormDialog title={t('Set up two-factor sign-in')} verb={t('Turn on')} onClose={onClose} form={form}>
      <Text size="sm" c="dimmed">
        {t('Scan this code with an authenticator app, then enter the six digits that the app shows.')}
      </Text>
      {data ? <Scan factor={data} /> : <Skeleton height={220} />}
      <TextInput
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="123 456"
        data-autofocus
        {...form.field('code')}
      />
      <PasswordField form={form} />
    </FormDialog>
  );
}

function Scan({ factor: { secret, qr_svg } }: { factor: FactorSecret }) {
  return (
    <Stack gap={8} align="center">
      <div
        className={classes['qr']}
        role="img"
        aria-label={t('QR code of the key below')}
        dangerouslySetInnerHTML={{ __html: qr_svg }}
      />
      <Text size="xs" c="dimmed">
        {t('Or enter this key:')}
      </Text>
      <CopyableId id={secret} what={t('secret')} />
    </Stack>
  );
}
