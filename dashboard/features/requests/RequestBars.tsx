import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { exact } from '../../components/time.ts';
import type { RequestSeries } from './api.ts';
import classes from './Requests.module.css';
import { momentOf } from './words.ts';
import { t } from '../../language/t.ts';

const PARTS = [
  { name: 'ok', label: t('Succeeded'), colour: 'var(--bar-ok)' },
  { name: 'refused', label: t('Refused'), colour: 'var(--bar-refused)' },
  { name: 'failed', label: t('Failed'), colour: 'var(--bar-failed)' },
] as const;

/** Load it lazily: it brings the charts library with it. */
export function RequestBars({ series: { steps, span }, height }: { series: RequestSeries; height: number }) {
  const short = (at: unknown) => (typeof at === 'string' ? momentOf(at, span) : '');
  return (
    <div className={classes['bars']}>
      <ResponsiveContainer width="100%" height={height}>
        <BarChart
          data={steps}
          margin={{ top: 8, right: 4, bottom: 0, left: -18 }}
          barCategoryGap={1}
          accessibilityLayer
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="at" tickFormatter={short} tickLine={false} axisLine={false} minTickGap={44} />
          <YAxis allowDecimals={false} tickLine={false} axisLine={false} width={44} />
          <Tooltip
            labelFormatter={(at) => (typeof at === 'string' ? exact(at) : at)}
            cursor={{ fill: 'var(--hover)' }}
          />
          {PARTS.map(({ name, label, colour }) => (
            <Bar
              key={name}
              dataKey={name}
              name={label}
              stackId="all"
              fill={colour}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
