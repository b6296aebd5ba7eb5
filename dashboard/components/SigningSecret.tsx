import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { UseMutationResult } from '@tanstack/react-query';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Icon } from './Icon.tsx';
import { CopyableSecret } from './CopyableSecret.tsx';
import classes from './SigningSecret.module.css';
import { t } from '../language/t.ts';
import type { LabelContent } from '../language/T.tsx';

type SigningSecretAnswer = { secret: string; standard_secret?: string };
type Act = UseMutationResult<SigningSecretAnswer, Error, void>;

type SigningSecretProps = {
  reveal: Act;
  rotate: Act;
  /** The note for receivers about a rotation of the secret. */
  rotationNote: LabelContent;
};

/** A signing secret, hidden until a button reveals it. Each reveal is audited. */
export function SigningSecret({ reveal, rotate, rotationNote }: SigningSecretProps) {
  const [isAsking, asking] = useDisclosure();
  const shown = rotate.data ?? reveal.data;
  return (
    <>
      <Stack gap="sm">
        {shown ? <RevealedSecret secret={shown} /> : <MaskedSecret />}
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

export function MaskedSecret() {
  return <p className={classes['hidden']}>{'•'.repeat(32)}</p>;
}

export function RevealedSecret({ secret: { secret, standard_secret } }: { secret: SigningSecretAnswer }) {
  return (
    <>
      <CopyableSecret secret={secret} what={t('signing secret')} isShownOnce={false} />
      {standard_secret && (
        <>
          <Text size="sm" c="dimmed">
            {t('For libraries of Standard Webhooks:')}
          </Text>
          <CopyableSecret secret={standard_secret} what={t('Standard Webhooks secret')} isShownOnce={false} />
        </>
      )}
    </>
  );
}
