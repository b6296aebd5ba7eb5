import { toAccountDay, addDays } from '../../format/format.ts';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { t } from '../../language/t.ts';

export type Step = 'day' | 'week' | 'month';
/** Whole days of the account's time zone; both ends belong to it. */
export type Period = { from: string; to: string; by: Step };

export type Preset = { label: string; period: Period };

const DEFAULT = t('30 days');

/** Common periods, counted back from today. */
export function listPresets(now = Date.now()): readonly Preset[] {
  const to = toAccountDay(now);
  const back = (days: number) => addDays(to, 1 - days);
  return [
    { label: t('7 days'), period: { from: back(7), to, by: 'day' } },
    { label: DEFAULT, period: { from: back(30), to, by: 'day' } },
    { label: t('12 weeks'), period: { from: back(84), to, by: 'week' } },
    { label: t('12 months'), period: { from: `${monthsBefore(to, 11)}-01`, to, by: 'month' } },
  ];
}

/** The period in the URL; the last thirty days where it says nothing. */
export function usePeriod(): { period: Period; preset: string | undefined } {
  const { state } = useUrlState();
  const presets = listPresets();
  const fallback = presets.find(({ label }) => label === DEFAULT)?.period ?? { from: '', to: '', by: 'day' };
  const period = {
    from: state['from'] ?? fallback.from,
    to: state['to'] ?? fallback.to,
    by: parseStep(state['by']) ?? fallback.by,
  };
  const preset = presets.find((one) => isSame(one.period, period))?.label;
  return { period, preset };
}

export function parseStep(text: string | undefined): Step | undefined {
  return text === 'day' || text === 'week' || text === 'month' ? text : undefined;
}

function isSame(one: Period, other: Period): boolean {
  return one.from === other.from && one.to === other.to && one.by === other.by;
}

function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7);
}
