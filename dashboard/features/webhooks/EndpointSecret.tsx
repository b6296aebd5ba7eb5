import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { toInstant, accountTimeZone } from '../../format/format.ts';
import { Icon } from '../../components/Icon.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { MaskedSecret, RevealedSecret } from '../../components/SigningSecret.tsx';
import { exactTime } from '../../format/time.ts';
import {
  useEndSecretRotation,
  useRevealSecret,
  useRotateSecret,
  type Endpoint,
  type SecretRotationInput,
} from './api.ts';
import { t } from '../../language/t.ts';
import { T } from '../../language/T.tsx';

/** The signing secret of an endpoint and, during a rotation, the new secret with the time when it becomes active. */
export function EndpointSecret({ endpoint: { id, secret_switches_at } }: { endpoint: Endpoint }) {
  const [isAsking, asking] = useDisclosure();
  const reveal = useRevealSecret(id);
  const rotate = useRotateSecret(id);
  const forget = () => {
    reveal.reset();
    rotate.reset();
  };
  const rotated = rotate.data;
  const current = rotated?.switches_at === null ? rotated : reveal.data;
  const next = rotated?.switches_at ? rotated : reveal.data?.next;
  const waits = secret_switches_at !== null && Date.parse(secret_switches_at) > Date.now();
  return (
    <>
      <Stack gap="sm">
        {waits && <Waiting endpoint_id={id} switches_at={secret_switches_at} onEnd={forget} />}
        {waits && current && <Text size="sm">{t('Signs now:')}</Text>}
        {current ? <RevealedSecret secret={current} /> : <MaskedSecret />}
        {waits && next && (
          <>
            <Text size="sm">
              {t('Used from {secret_switches_at}:', { secret_switches_at: exactTime(secret_switches_at) })}
            </Text>
            <RevealedSecret secret={next} />
          </>
        )}
        <Group gap="xs">
          {!current && (
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
          {!waits && (
            <Button
              variant="default"
              size="xs"
              leftSection={<Icon name="rotate" size={16} />}
              onClick={asking.open}
            >
              {t('Rotate')}
            </Button>
          )}
        </Group>
      </Stack>
      <Rotating
        isOpen={isAsking}
        isBusy={rotate.isPending}
        onConfirm={(rotation) => rotate.mutate(rotation, { onSettled: asking.close })}
        onClose={asking.close}
      />
    </>
  );
}

type RotatingProps = {
  isOpen: boolean;
  isBusy: boolean;
  onConfirm: (rotation: SecretRotationInput) => void;
  onClose: () => void;
};

function Rotating({ onConfirm, ...dialog }: RotatingProps) {
  const [time, setTime] = useState('');
  return (
    <ConfirmDialog
      {...dialog}
      title={t('Rotate the signing secret?')}
      text={t(
        'X-Webhook-Signature uses the new secret from the next delivery, or from a time that you choose. The Standard Webhooks headers contain both signatures until 24 hours after the switch.',
      )}
      verb={t('Rotate secret')}
      onConfirm={() => onConfirm(time === '' ? {} : { switches_at: toInstant(time) })}
    >
      <TextInput
        type="datetime-local"
        label={t('Takes effect at')}
        description={t('{zone}. Leave empty to use the new secret immediately.', { zone: accountTimeZone() })}
        mt="md"
        value={time}
        onChange={(event) => setTime(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}

type WaitingProps = { endpoint_id: string; switches_at: string; onEnd: () => void };

function Waiting({ endpoint_id, switches_at, onEnd }: WaitingProps) {
  const switchNow = useEndSecretRotation(endpoint_id, 'switch', onEnd);
  const callOff = useEndSecretRotation(endpoint_id, 'cancel', onEnd);
  return (
    <Alert color="blue" variant="light" icon={<Icon name="rotate" />}>
      <Text size="sm">
        <T
          text="The new secret takes effect {when}. Until then X-Webhook-Signature uses the current secret."
          when={<RelativeTime time={switches_at} />}
        />
      </Text>
      <Group gap="xs" mt="sm">
        <Button variant="default" size="xs" loading={switchNow.isPending} onClick={() => switchNow.mutate()}>
          {t('Switch now')}
        </Button>
        <Button variant="default" size="xs" loading={callOff.isPending} onClick={() => callOff.mutate()}>
          {t('Cancel rotation')}
        </Button>
      </Group>
    </Alert>
  );
}
