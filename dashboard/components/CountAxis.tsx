import { YAxis } from 'recharts';
import { formatNumber } from '../format/format.ts';

/** The vertical axis of a chart; its width fits the largest number. */
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

/** Formats a number for a chart, such as `1,234`. */
export function formatAxisCount(count: unknown): string {
  return typeof count === 'number' ? formatNumber(count) : String(count);
}
