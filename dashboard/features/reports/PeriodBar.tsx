import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { SegmentedControl, TextInput } from '@mantine/core';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { listPeriodPresets, parsePeriodStep, type Period } from './period.ts';
import classes from './Reports.module.css';
import { t } from '../../language/t.ts';

const STEPS = [
  { value: 'day', label: t('Days') },
  { value: 'week', label: t('Weeks') },
  { value: 'month', label: t('Months') },
];

export function PeriodBar({ period, preset }: { period: Period; preset: string | undefined }) {
  const { change } = useUrlState();
  const set = (next: Partial<Period>) => change({ ...period, ...next, offset: undefined });
  const choose = (name: string) => {
    const chosen = listPeriodPresets().find((one) => one.name === name);
    if (chosen) set(chosen.period);
  };
  return (
    <div className={classes['bar']} role="search" aria-label={t('Period')}>
      <SegmentedControl
        aria-label={t('Common periods')}
        data={listPeriodPresets().map(({ name, label }) => ({ value: name, label }))}
        value={preset ?? ''}
        onChange={choose}
      />
      <span className={classes['dates']}>
        <TextInput
          type="date"
          aria-label={t('From')}
          value={period.from}
          max={period.to}
          onChange={(event) => event.currentTarget.value && set({ from: event.currentTarget.value })}
        />
        <span aria-hidden="true">–</span>
        <TextInput
          type="date"
          aria-label={t('To')}
          value={period.to}
          min={period.from}
          onChange={(event) => event.currentTarget.value && set({ to: event.currentTarget.value })}
        />
      </span>
      <SegmentedControl
        className={classes['steps']}
        aria-label={t('Grouped by')}
        data={STEPS}
        value={period.by}
        onChange={(next) => set({ by: parsePeriodStep(next) ?? 'day' })}
      />
    </div>
  );
}
