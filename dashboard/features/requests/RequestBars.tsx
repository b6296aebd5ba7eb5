import { useState, type KeyboardEvent } from 'react';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis } from 'recharts';
import { CountAxis, formatAxisCount } from '../../components/CountAxis.tsx';
import { exactTime } from '../../format/time.ts';
import { useUrlState } from '../../hooks/useUrlState.ts';
import type { RequestSeries } from './api.ts';
import { TimeRangeSelector } from './TimeRangeSelector.tsx';
import { moveSelection, selectedRange, stepsInRange, type StepSelection } from './stepSelection.ts';
import classes from './Requests.module.css';
import { formatChartTime } from './labels.ts';
import { t } from '../../language/t.ts';

const PARTS = [
  { name: 'ok', label: t('Succeeded'), colour: 'var(--bar-ok)' },
  { name: 'refused', label: t('Client errors'), colour: 'var(--bar-refused)' },
  { name: 'failed', label: t('Server errors'), colour: 'var(--bar-failed)' },
] as const;

type RequestBarsProps = { series: RequestSeries; height: number };

/** A bar chart of requests by outcome. Load it lazily: it imports the charts library. */
export function RequestBars({ series, height }: RequestBarsProps) {
  const { chosen, choose, pressKey, giveUp } = useChosen(series);
  const { steps } = series;
  return (
    <div
      className={classes['bars']}
      role="slider"
      tabIndex={0}
      aria-label={t(
        'Request time range: arrow keys move the range, Shift and arrow keys extend it, Enter applies it',
      )}
      aria-valuemin={0}
      aria-valuemax={steps.length - 1}
      aria-valuenow={chosen?.end ?? steps.length - 1}
      aria-valuetext={wordsOf(series, chosen)}
      onKeyDown={pressKey}
      onBlur={giveUp}
    >
      <Bars series={series} height={height} chosen={chosen} onChoose={choose} />
    </div>
  );
}

type BarsProps = RequestBarsProps & {
  chosen: StepSelection | undefined;
  onChoose: (chosen: StepSelection) => void;
};

function Bars({ series: { steps, span }, height, chosen, onChoose }: BarsProps) {
  const short = (at: unknown) => (typeof at === 'string' ? formatChartTime(at, span) : '');
  return (
    <ResponsiveContainer width="100%" height={height}>
      <BarChart
        data={steps}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        barCategoryGap={1}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="at" tickFormatter={short} tickLine={false} axisLine={false} minTickGap={44} />
        <CountAxis />
        <Tooltip
          labelFormatter={(at) => (typeof at === 'string' ? exactTime(at) : at)}
          formatter={formatAxisCount}
          cursor={{ fill: 'var(--hover)' }}
        />
        {PARTS.map(({ name, label, colour }) => (
          <Bar key={name} dataKey={name} name={label} stackId="all" fill={colour} isAnimationActive={false} />
        ))}
        <TimeRangeSelector count={steps.length} chosen={chosen} onChoose={onChoose} />
      </BarChart>
    </ResponsiveContainer>
  );
}

/**
 * Returns the selected time range: from the URL, or changed with the keyboard until Enter applies or Escape discards
 * the change.
 */
function useChosen({ steps }: RequestSeries) {
  const { state, change } = useUrlState();
  const [moved, setMoved] = useState<StepSelection>();
  const chosen = moved ?? stepsInRange(steps, { from: state['from'], to: state['to'] });
  const giveUp = () => setMoved(undefined);
  const choose = (next: StepSelection) => {
    giveUp();
    change({ ...selectedRange(steps, next), offset: undefined });
  };
  const pressKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && moved) return choose(moved);
    if (event.key === 'Escape') return giveUp();
    const next = moveSelection(event.key, event.shiftKey, steps.length, chosen);
    if (!next) return;
    event.preventDefault();
    setMoved(next);
  };
  return { chosen, choose, pressKey, giveUp };
}

function wordsOf({ steps }: RequestSeries, chosen: StepSelection | undefined): string {
  if (!chosen) return t('The whole time span');
  const { from = '', to = '' } = selectedRange(steps, chosen);
  return t('{from} to {to}', { from: exactTime(from), to: exactTime(to) });
}
