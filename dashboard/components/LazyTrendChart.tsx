import { useInViewport } from '@mantine/hooks';
import { useState, type ComponentProps } from 'react';
import { lazyComponent } from '../hooks/lazyComponent.tsx';
import { SkeletonBlock } from './LoadingPlaceholder.tsx';
import type { TrendChart } from './TrendChart.tsx';

const HEIGHT = 240;
const Chart = lazyComponent(async () => (await import('./TrendChart.tsx')).TrendChart);

type LazyTrendChartProps = Omit<ComponentProps<typeof TrendChart>, 'height'> & { height?: number };

/** A chart of values per day. Its library is large, so it loads when the user scrolls to the chart. */
export function LazyTrendChart({ height = HEIGHT, ...chart }: LazyTrendChartProps) {
  const { ref, inViewport } = useInViewport();
  const [isNeeded, setIsNeeded] = useState(false);
  if (!isNeeded && inViewport) setIsNeeded(true);
  return (
    <div ref={ref} style={{ minHeight: height }}>
      {isNeeded ? <Chart height={height} {...chart} /> : <SkeletonBlock height={height} />}
    </div>
  );
}
