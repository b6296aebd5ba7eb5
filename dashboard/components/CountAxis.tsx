import { YAxis } from 'recharts';
import { formatNumber } from '../format/format.ts';

/** The side of a chart, as wide as its largest number. */
export function CountAxis() {
  return (
    <YAxis
      allowDecimals={false}
      tickLine={false}
      axisLine={false}
      width="auto"
      tickFormatter={formatAxisCount}
    />
  );
}

/** A number that a chart shows, as `1,234`. */
export function formatAxisCount(count: unknown): string {
  return typeof count === 'number' ? formatNumber(count) : String(count);
}
