import { DAY_MS } from '../../../src/lib/time/clock.ts';
import { toAccountDay, addDays } from '../../format/format.ts';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { t, type Label } from '../../language/t.ts';

export type PeriodStep = 'day' | 'week' | 'month';
/** A report covers all days from `from` to `to`, including both, in the account's time zone. */
export type Period = { from: string; to: string; by: PeriodStep };

export type PeriodPreset = { name: string; label: Label; period: Period };

const DEFAULT = '30-days';

/** Lists common periods that end today. */
export function listPeriodPresets(now = Date.now()): readonly PeriodPreset[] {
  const to = toAccountDay(now);
  const back = (days: number) => addDays(to, 1 - days);
  return [
    { name: '7-days', label: t('7 days'), period: { from: back(7), to, by: 'day' } },
    { name: DEFAULT, label: t('30 days'), period: { from: back(30), to, by: 'day' } },
    { name: '12-weeks', label: t('12 weeks'), period: { from: back(84), to, by: 'week' } },
    {
      name: '12-months',
      label: t('12 months'),
      period: { from: `${monthsBefore(to, 11)}-01`, to, by: 'month' },
    },
  ];
}

/** Returns the period from the URL and the name of its preset; by default the last thirty days. */
export function usePeriod(): { period: Period; preset: string | undefined } {
  const { state } = useUrlState();
  const presets = listPeriodPresets();
  const fallback = presets.find(({ name }) => name === DEFAULT)?.period ?? { from: '', to: '', by: 'day' };
  const period = {
    from: state['from'] ?? fallback.from,
    to: state['to'] ?? fallback.to,
    by: parsePeriodStep(state['by']) ?? fallback.by,
  };
  const preset = presets.find((one) => isSame(one.period, period))?.name;
  return { period, preset };
}

/** Returns the period of equal length that ends before this one, with which a report is compared. */
export function previousPeriodOf({ from, to }: Pick<Period, 'from' | 'to'>): { from: string; to: string } {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return { from: addDays(from, -days), to: addDays(from, -1) };
}

/** Returns the last day of the day, week or month that starts on a day. */
export function lastDayOf(starts_on: string, by: PeriodStep): string {
  if (by !== 'month') return addDays(starts_on, by === 'week' ? 6 : 0);
  return addDays(`${monthsBefore(starts_on, -1)}-01`, -1);
}

export function parsePeriodStep(text: string | undefined): PeriodStep | undefined {
  return text === 'day' || text === 'week' || text === 'month' ? text : undefined;
}

function isSame(one: Period, other: Period): boolean {
  return one.from === other.from && one.to === other.to && one.by === other.by;
}

function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7);
}
