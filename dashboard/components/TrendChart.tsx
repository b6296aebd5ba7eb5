import { Area, AreaChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { shortDate } from './time.ts';
import classes from './TrendChart.module.css';

type TrendChartProps = {
  /** A row a day, which holds a number under the name of each series. */
  days: readonly { day: string }[];
  series: readonly { name: string; label: string; is_bad?: boolean }[];
  height?: number;
};

const COLOURS = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-4)'];

/** Figures by day. Load it lazily: it brings the charts library with it. */
export function TrendChart({ days, series, height = 240 }: TrendChartProps) {
  return (
    <div className={classes['chart']}>
      <ResponsiveContainer width="100%" height={height}>
        <AreaChart data={[...days]} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="day" tickFormatter={shortDate} tickLine={false} axisLine={false} minTickGap={28} />
          <YAxis allowDecimals={false} tickLine={false} axisLine={false} width="auto" />
          <Tooltip
            labelFormatter={(day) => (typeof day === 'string' ? shortDate(day) : day)}
            cursor={{ stroke: 'var(--line)' }}
          />
          <Legend iconType="circle" iconSize={8} align="left" itemSorter={null} />
          {series.map(({ name, label, is_bad }, at) => (
            <Area
              key={name}
              dataKey={name}
              name={label}
              type="linear"
              strokeLinejoin="round"
              stroke={colourOf(at, is_bad)}
              fill={colourOf(at, is_bad)}
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

function colourOf(at: number, is_bad = false): string {
  return is_bad ? 'var(--bad)' : (COLOURS[at] ?? 'gray');
}
