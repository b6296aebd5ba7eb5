import type { Label } from '../language/t.ts';
import { MEASURE_COLOURS, type Measure } from './measures.ts';

const WIDTH = 120;
const HEIGHT = 32;

type SparklineProps = { values: readonly number[]; label: Label; measure: Measure };

/** A line chart without axes; its figures are shown as text beside it. */
export function Sparkline({ values, label, measure }: SparklineProps) {
  const colour = MEASURE_COLOURS[measure];
  // A series of zeros is drawn as a line at the bottom.
  const top = Math.max(1, ...values) * 1.15;
  const step = values.length > 1 ? WIDTH / (values.length - 1) : 0;
  const points = values.map((value, at) => [at * step, HEIGHT - 2 - (value / top) * (HEIGHT - 5)] as const);
  const line = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width="100%"
      height={HEIGHT}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polygon points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} fill={colour} fillOpacity={0.1} />
      <polyline
        points={line}
        fill="none"
        stroke={colour}
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
