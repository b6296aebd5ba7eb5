import { Text } from '@mantine/core';
import { LazyTrendChart } from '../../components/LazyTrendChart.tsx';
import type { AccountDetail } from './api.ts';
import { t } from '../../language/t.ts';

const HEIGHT = 150;
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
  return <LazyTrendChart days={days} series={SERIES} height={HEIGHT} />;
}
