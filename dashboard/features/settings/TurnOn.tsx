import { Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { FormDialog } from '../../components/FormDialog.tsx';
import { Id } from '../../components/Id.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useBeginFactor, useTurnOnFactor, type FactorSecret } from './api.ts';
import classes from './Settings.module.css';
import { t } from '../../language/t.ts';

type TurnOnProps = { onClose: () => void; onCodes: (codes: string[]) => void };

/** First the secret into the app, then a first code back: only that turns it on. */
export function TurnOn({ onClose, onCodes }: TurnOnProps) {
  const begun = useRef(false);
  const { mutate, data } = useBeginFactor();
  const { mutateAsync } = useTurnOnFactor((codes) => {
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
    <FormDialog
      title={t('Set up two-factor sign-in')}
      verb={t('Turn on')}
      isOpen
      onClose={onClose}
      form={form}
    >
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
      <TextInput
        description={t('Your password confirms that it is you.')}
        type="password"
        autoComplete="current-password"
        {...form.field('current_password')}
        label={t('Your password')}
      />
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
      <Id id={secret} what={t('secret')} />
    </Stack>
  );
}
