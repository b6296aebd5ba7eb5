import '@mantine/core/styles/SimpleGrid.layer.css';
import { SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LazyTrendChart } from '../../../components/LazyTrendChart.tsx';
import { Page } from '../../../components/Page.tsx';
import { useQueryData } from '../../../hooks/useQueryData.tsx';
import { staffHomeQuery } from '../api.ts';
import classes from '../Home.module.css';
import { AttentionPanel } from '../AttentionPanel.tsx';
import { listStaffAttentionItems } from './attentionItems.tsx';
import { QueueTable } from './QueueTable.tsx';
import { StaffTiles, sumOf } from './StaffTiles.tsx';
import { t } from '../../../language/t.ts';

const CALLS = [
  { name: 'calls', label: t('API calls') },
  { name: 'errors', label: t('With errors') },
] as const;

export function StaffHome({ first_name }: { first_name: string }) {
  return (
    <Page
      title={t('Hello, {first_name}', { first_name })}
      about={t('Work for the staff, and the state of the installation.')}
    >
      <StaffHomeBody />
    </Page>
  );
}

function StaffHomeBody() {
  const { data, placeholder } = useQueryData(useQuery(staffHomeQuery), <StaffHomeSkeleton />);
  if (placeholder) return placeholder;
  return (
    <>
      <div className={classes['now']}>
        <AttentionPanel items={listStaffAttentionItems(data)} />
      </div>
      <StaffTiles home={data} />
      <section className={classes['panel']} aria-label={t('API calls')}>
        <Text component="h2" fw={600} size="sm">
          {t('API calls of all accounts')}
        </Text>
        <Text size="sm" c="dimmed" mb="sm">
          {t('{calls} in 14 days, {errors} with errors', {
            calls: sumOf(data.calls.map((day) => day.calls)),
            errors: sumOf(data.calls.map((day) => day.errors)),
          })}
        </Text>
        <LazyTrendChart days={data.calls} series={CALLS} />
      </section>
      <QueueTable queues={data.queues} at={data.at} />
    </>
  );
}

function StaffHomeSkeleton() {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      {['a', 'b', 'c', 'd'].map((tile) => (
        <Skeleton key={tile} height={84} radius="md" />
      ))}
    </SimpleGrid>
  );
}
