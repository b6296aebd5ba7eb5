import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { useUrl } from '../../components/useUrl.ts';
import type { Report } from './api.ts';
import { exportPeople, exportRows } from './exports.ts';
import { PeopleTable } from './PeopleTable.tsx';
import { PeriodTable } from './PeriodTable.tsx';
import type { Period } from './period.ts';
import classes from './Reports.module.css';

/** The figures as tables, by time or by user, with an export. */
export function Tables({ report, period }: { report: Report; period: Period }) {
  const { state, change } = useUrl();
  const [isExporting, setExporting] = useState(false);
  const isByPerson = state['table'] === 'people';
  const save = async () => {
    setExporting(true);
    try {
      await (isByPerson ? exportPeople(period) : exportRows(report, period));
    } finally {
      setExporting(false);
    }
  };
  return (
    <section aria-label="Figures">
      <div className={classes['tablebar']}>
        <SegmentedControl
          aria-label="Table"
          value={isByPerson ? 'people' : 'time'}
          onChange={(next) => change({ table: next === 'people' ? next : undefined, offset: undefined })}
          data={[
            { value: 'time', label: 'By time' },
            { value: 'people', label: 'By person' },
          ]}
        />
        <Button
          variant="default"
          loading={isExporting}
          onClick={() => void save()}
          leftSection={<Icon name="download" size={16} />}
        >
          Export CSV
        </Button>
      </div>
      {isByPerson ? <PeopleTable period={period} /> : <PeriodTable report={report} by={period.by} />}
    </section>
  );
}
