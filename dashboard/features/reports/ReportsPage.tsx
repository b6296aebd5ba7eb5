import { useQuery } from '@tanstack/react-query';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { accountTimeZone } from '../../format/format.ts';
import { Page } from '../../components/Page.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { reportQuery } from './api.ts';
import { ReportCharts } from './ReportCharts.tsx';
import { PeriodBar } from './PeriodBar.tsx';
import { usePeriod } from './period.ts';
import { ReportTables } from './ReportTables.tsx';
import { ReportTotals } from './ReportTotals.tsx';
import { t } from '../../language/t.ts';

export function ReportsPage() {
  const { period, preset } = usePeriod();
  return (
    <Page
      title={t('Reports')}
      about={t('Training and work over a period. Days start at midnight ({zone}).', {
        zone: accountTimeZone(),
      })}
    >
      <PeriodBar period={period} preset={preset} />
      <ReportBody />
    </Page>
  );
}

function ReportBody() {
  const { period } = usePeriod();
  const { data, placeholder, isStale } = useQueryData(
    useQuery(reportQuery(period)),
    <SkeletonBlock height={420} />,
  );
  if (placeholder) return placeholder;
  return (
    <div aria-busy={isStale}>
      <ReportTotals report={data} period={period} />
      <ReportCharts report={data} />
      <ReportTables report={data} period={period} />
    </div>
  );
}
