import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { Button, SegmentedControl } from '@mantine/core';
import { Icon } from '../../components/Icon.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import type { UsageReport } from './api.ts';
import { downloadReportCsv } from './downloadReportCsv.ts';
import { PeopleTable } from './PeopleTable.tsx';
import { PeriodTable } from './PeriodTable.tsx';
import type { Period } from './period.ts';
import classes from './Reports.module.css';
import { t } from '../../language/t.ts';

/** The figures as tables, by time or by user, with an export. */
export function ReportTables({ report, period }: { report: UsageReport; period: Period }) {
  const { state, change } = useUrlState();
  const isByPerson = state['table'] === 'people';
  return (
    <section aria-label={t('Figures')}>
      <div className={classes['tablebar']}>
        <SegmentedControl
          aria-label={t('Table')}
          value={isByPerson ? 'people' : 'time'}
          onChange={(next) => change({ table: next === 'people' ? next : undefined, offset: undefined })}
          data={[
            { value: 'time', label: t('Per period') },
            { value: 'people', label: t('Per person') },
          ]}
        />
        <ExportButton report={report} period={period} isByPerson={isByPerson} />
      </div>
      {isByPerson ? <PeopleTable period={period} /> : <PeriodTable report={report} period={period} />}
    </section>
  );
}

type ExportProps = { report: UsageReport; period: Period; isByPerson: boolean };

/** The table by time is exported in the browser. There may be many people, so the server exports the table by user. */
function ExportButton({ report, period, isByPerson }: ExportProps) {
  const shared = { variant: 'default', leftSection: <Icon name="download" size={16} /> } as const;
  if (!isByPerson)
    return (
      <Button {...shared} onClick={() => downloadReportCsv(report, period)}>
        {t('Export CSV')}
      </Button>
    );
  const { from, to } = period;
  return (
    <Button
      {...shared}
      component="a"
      href={`/reports/people.csv?${new URLSearchParams({ from, to })}`}
      download
    >
      {t('Export CSV')}
    </Button>
  );
}
