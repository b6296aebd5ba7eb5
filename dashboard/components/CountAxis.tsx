import { YAxis } from 'recharts';
import { number } from '../format/format.ts';

/** The side of a chart, as wide as its largest number. */
export function CountAxis() {
  return (
    <YAxis allowDecimals={false} tickLine={false} axisLine={false} width="auto" tickFormatter={grouped} />
  );
}

/** A number that a chart shows, as `1,234`. */
export function grouped(count: unknown): string {
  return typeof count === 'number' ? number(count) : String(count);
}
