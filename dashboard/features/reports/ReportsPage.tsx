import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../components/ErrorState.tsx';
import { zoneName } from '../../components/format.ts';
import { Page } from '../../components/Page.tsx';
import { reportQuery } from './api.ts';
import { Charts } from './Charts.tsx';
import { PeriodBar } from './PeriodBar.tsx';
import { usePeriod } from './period.ts';
import { Tables } from './Tables.tsx';
import { Totals } from './Totals.tsx';
import { t } from '../../language/t.ts';

export function ReportsPage() {
  const { period, preset } = usePeriod();
  return (
    <Page
      title={t('Reports')}
      about={t('Training and work over a period. Days begin and end at midnight, {zoneName}.', {
        zoneName: zoneName(),
      })}
    >
      <PeriodBar period={period} preset={preset} />
      <ReportBody />
    </Page>
  );
}

function ReportBody() {
  const { period } = usePeriod();
  const { data, error, refetch, isPlaceholderData } = useQuery(reportQuery(period));
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={420} radius="md" role="status" aria-label={t('Loading')} />;
  return (
    <div aria-busy={isPlaceholderData}>
      <Totals report={data} />
      <Charts report={data} />
      <Tables report={data} period={period} />
    </div>
  );
}
