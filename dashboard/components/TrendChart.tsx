import { Area, AreaChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis } from 'recharts';
import { CountAxis, formatAxisCount } from './CountAxis.tsx';
import { MEASURE_COLOURS, type Measure } from './measures.ts';
import { shortDate } from '../format/time.ts';
import classes from './TrendChart.module.css';
import type { Label } from '../language/t.ts';

type TrendChartProps = {
  /** A row for each day, with a number for each series. */
  days: readonly { day: string }[];
  series: readonly { name: Measure; label: Label }[];
  height: number;
};

/** Use `LazyTrendChart`: this module imports the charts library. */
export function TrendChart({ days, series, height }: TrendChartProps) {
  return (
    <div className={classes['chart']}>
      <ResponsiveContainer width="100%" height={height}>
        <AreaChart data={[...days]} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="day" tickFormatter={shortDate} tickLine={false} axisLine={false} minTickGap={28} />
          <CountAxis />
          <Tooltip
            labelFormatter={(day) => (typeof day === 'string' ? shortDate(day) : day)}
            formatter={formatAxisCount}
            cursor={{ stroke: 'var(--line)' }}
          />
          <Legend iconType="circle" iconSize={8} align="left" itemSorter={null} />
          {series.map(({ name, label }) => (
            <Area
              key={name}
              dataKey={name}
              name={label}
              type="linear"
              strokeLinejoin="round"
              stroke={MEASURE_COLOURS[name]}
              fill={MEASURE_COLOURS[name]}
              fillOpacity={0.07}
              strokeWidth={1.75}
              isAnimationActive={false}
            />
          ))}
        </AreaChart>
      </ResponsiveContainer>
    </div>
  );
}
