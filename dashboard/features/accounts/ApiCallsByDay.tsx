import { Skeleton, Text } from '@mantine/core';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import type { AccountDetail } from './api.ts';
import { t } from '../../language/t.ts';

const HEIGHT = 150;
// Loaded lazily, since charts are large.
const TrendChart = lazyComponent(
  async () => (await import('../../components/TrendChart.tsx')).TrendChart,
  <Skeleton height={HEIGHT} radius="md" />,
);

const SERIES = [
  { name: 'calls', label: t('API calls') },
  { name: 'errors', label: t('With errors') },
] as const;

export function ApiCallsByDay({ days }: Pick<AccountDetail, 'days'>) {
  if (days.every(({ calls }) => calls === 0))
    return (
      <Text size="sm" c="dimmed">
        {t('No API calls in the last 30 days.')}
      </Text>
    );
  return <TrendChart days={days} series={SERIES} height={HEIGHT} />;
}
