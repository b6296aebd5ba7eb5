import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import {
  deliveryQuery,
  useSendTestEvent,
  type DeliveryRef,
  type DeliveryView,
  type SubscribeAnswer,
} from './api.ts';
import { DeliveryAttempts } from './DeliveryAttempts.tsx';
import classes from './Webhooks.module.css';
import { T } from '../../language/T.tsx';
import { t } from '../../language/t.ts';

type SendTestEventProps = { endpoint: SubscribeAnswer; onDone: () => void };

/** Sends a test event to a new endpoint and shows its delivery. */
export function SendTestEvent({ endpoint: { id, events }, onDone }: SendTestEventProps) {
  const [sent, setSent] = useState<DeliveryRef>();
  const { mutate, isPending } = useSendTestEvent(id, setSent);
  const event = events[0] ?? 'task.created';
  return (
    <Modal opened onClose={onDone} title={<Text fw={620}>{t('Endpoint added')}</Text>} size="lg">
      <Stack gap="md">
        <Text size="sm">
          <T
            text="Check that your endpoint works: send a sample {event} event."
            event={<code>{event}</code>}
          />
        </Text>
        {sent && <Outcome key={sent.event_id} of={sent} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {t('Open endpoint')}
          </Button>
          <Button
            data-autofocus
            loading={isPending}
            leftSection={<Icon name="send" size={16} />}
            onClick={() => mutate(event)}
          >
            {sent ? t('Send another event') : t('Send a test event')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Outcome({ of: ref }: { of: DeliveryRef }) {
  const { data, placeholder } = useQueryData(useQuery(deliveryQuery(ref)), <SkeletonBlock height={120} />);
  if (placeholder) return placeholder;
  return (
    <div>
      <Verdict of={data} />
      <DeliveryAttempts delivery={data} />
    </div>
  );
}

function Verdict({ of: { state } }: { of: DeliveryView }) {
  if (state === 'pending')
    return (
      <Text role="status" size="sm" c="dimmed" mb="md">
        {t('Sending …')}
      </Text>
    );
  const isGood = state === 'delivered';
  return (
    <div className={classes['verdict']} data-good={isGood} data-above role="status">
      <Icon name={isGood ? 'circleCheck' : 'alert'} />
      <span>
        {isGood
          ? t('The endpoint received the test event.')
          : t('The endpoint did not accept the test event. See the request and the response below.')}
      </span>
    </div>
  );
}
