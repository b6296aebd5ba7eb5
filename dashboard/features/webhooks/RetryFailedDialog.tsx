import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Progress.layer.css';
import { Button, Group, Modal, Progress, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useRetryFailedDeliveries, useRetryProgress, type RetryJob } from './api.ts';
import { t } from '../../language/t.ts';
import { DAY_MS, HOUR_MS } from '../../../src/lib/time/clock.ts';

const SPANS = [
  { name: 'the last hour', ms: HOUR_MS },
  { name: 'the last 24 hours', ms: DAY_MS },
  { name: 'the last 7 days', ms: 7 * DAY_MS },
  { name: 'all that is kept', ms: 3_650 * DAY_MS },
];

/** Sends all deliveries that failed since a chosen time again, in event order. */
export function RetryFailedDialog({ endpoint_id, onClose }: { endpoint_id: string; onClose: () => void }) {
  const [span, setSpan] = useState(SPANS[1]?.name ?? '');
  const [started, setStarted] = useState<RetryJob>();
  const { mutate, isPending } = useRetryFailedDeliveries(endpoint_id, setStarted);
  const begin = () => {
    const { ms } = SPANS.find(({ name }) => name === span) ?? { ms: HOUR_MS };
    mutate(new Date(Math.max(0, Date.now() - ms)).toISOString());
  };
  return (
    <Modal opened onClose={onClose} title={<Text fw={620}>{t('Retry failed deliveries')}</Text>}>
      {started ? (
        <RetryProgress retry={started} onClose={onClose} />
      ) : (
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('Retries all failed deliveries of this endpoint with the same event id and a new signature.')}
          </Text>
          <Radio.Group label={t('Failed within')} value={span} onChange={setSpan}>
            <Stack gap={8} mt={8}>
              {SPANS.map(({ name }) => (
                <Radio key={name} value={name} label={name} />
              ))}
            </Stack>
          </Radio.Group>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button loading={isPending} onClick={begin}>
              {t('Retry')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function RetryProgress({ retry, onClose }: { retry: RetryJob; onClose: () => void }) {
  const { total, retried, finished_at } = useRetryProgress(retry) ?? retry;
  const share = total === 0 ? 100 : Math.min(100, (retried / total) * 100);
  return (
    <Stack gap="md">
      <Progress value={finished_at ? 100 : share} aria-label={t('Retried so far')} color="teal" size="lg" />
      <Text size="sm" role="status">
        {total === 0
          ? t('No failed deliveries in this period.')
          : t('{retried} of {total} queued again', {
              retried,
              total,
            }) + (finished_at ? '.' : ' …')}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {finished_at ? t('Done') : t('Continue in the background')}
        </Button>
      </Group>
    </Stack>
  );
}
