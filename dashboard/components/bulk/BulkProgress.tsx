import '@mantine/core/styles/Progress.layer.css';
import { Button, Group, Progress, Text } from '@mantine/core';
import { t } from '../../language/t.ts';

type BulkProgressProps = { total: number; sent: number; isStopping: boolean; onStop: () => void };

/** The progress of a running action. */
export function BulkProgress({ total, sent, isStopping, onStop }: BulkProgressProps) {
  return (
    <>
      <Progress value={(sent / total) * 100} aria-label={t('Progress')} color="teal" size="lg" />
      <Group justify="space-between">
        <Text size="sm" role="status">
          {t('{sent} of {total}', { sent, total })}
        </Text>
        <Button variant="default" loading={isStopping} onClick={onStop} data-autofocus>
          {t('Stop')}
        </Button>
      </Group>
    </>
  );
}
