import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Icon } from './Icon.tsx';
import { SecretReveal } from './SecretReveal.tsx';
import classes from './SigningSecret.module.css';
import { t } from '../language/t.ts';

type Secret = { secret: string; standard_secret?: string };
type Act = UseMutationResult<Secret, Error, void>;

type SigningSecretProps = {
  reveal: Act;
  rotate: Act;
  /** The note for receivers about replacing the secret. */
  rotationNote: ReactNode;
};

/** A signing secret, shown by a button; each reveal is audited. */
export function SigningSecret({ reveal, rotate, rotationNote }: SigningSecretProps) {
  const [isAsking, asking] = useDisclosure();
  const shown = rotate.data ?? reveal.data;
  return (
    <>
      <Stack gap="sm">
        {shown ? <ShownSecret secret={shown} /> : <HiddenSecret />}
        <Group gap="xs">
          {!shown && (
            <Button
              variant="default"
              size="xs"
              loading={reveal.isPending}
              leftSection={<Icon name="eye" size={16} />}
              onClick={() => reveal.mutate()}
            >
              {t('Reveal')}
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="rotate" size={16} />}
            onClick={asking.open}
          >
            {t('Rotate')}
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        title={t('Rotate the signing secret?')}
        text={rotationNote}
        verb={t('Rotate secret')}
        isOpen={isAsking}
        isBusy={rotate.isPending}
        onConfirm={() => rotate.mutate(undefined, { onSettled: asking.close })}
        onClose={asking.close}
      />
    </>
  );
}

export function HiddenSecret() {
  return <p className={classes['hidden']}>{'•'.repeat(32)}</p>;
}

export function ShownSecret({ secret: { secret, standard_secret } }: { secret: Secret }) {
  return (
    <>
      <SecretReveal secret={secret} what={t('signing secret')} isShownOnce={false} />
      {standard_secret && (
        <>
          <Text size="sm" c="dimmed">
            {t('For libraries of Standard Webhooks:')}
          </Text>
          <SecretReveal secret={standard_secret} what={t('Standard Webhooks secret')} isShownOnce={false} />
        </>
      )}
    </>
  );
}
