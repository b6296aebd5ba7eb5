import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OperationQuery } from '../../api/operations.ts';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { requestSeriesQuery, type RequestSeries } from './api.ts';
import classes from './Requests.module.css';
import { formatRequestDuration } from './labels.ts';
import { formatNumber } from '../../format/format.ts';
import { t } from '../../language/t.ts';

const HEIGHT = 150;

// The bars are loaded lazily, because the charts library is large.
const RequestBars = lazyComponent(
  async () => (await import('./RequestBars.tsx')).RequestBars,
  <SkeletonBlock height={HEIGHT} />,
);

/** A chart of requests by outcome, with the totals above it. */
export function RequestChart({
  filter,
  end,
}: {
  filter: OperationQuery<'GET /requests/series'>;
  end: ReactNode;
}) {
  const { data, placeholder } = useQueryData(
    useQuery(requestSeriesQuery(filter)),
    <SkeletonBlock height={HEIGHT} />,
  );
  return (
    <section className={classes['chart']} aria-label={t('Requests over time')}>
      <div className={classes['top']}>
        {data && <Figures series={data} />}
        {end}
      </div>
      {placeholder ?? <RequestBars series={data} height={HEIGHT} />}
    </section>
  );
}

function Figures({ series: { steps } }: { series: RequestSeries }) {
  const ok = sum(steps.map((step) => step.ok));
  const refused = sum(steps.map((step) => step.refused));
  const failed = sum(steps.map((step) => step.failed));
  const slowest = Math.max(0, ...steps.map(({ p95_ms }) => p95_ms ?? 0));
  return (
    <dl className={classes['figures']}>
      <Figure label={t('Requests')} value={formatNumber(ok + refused + failed)} />
      <Figure label={t('Client errors')} value={formatNumber(refused)} tone="warn" />
      <Figure label={t('Server errors')} value={formatNumber(failed)} tone="bad" />
      <Figure
        label={t('Slowest 95th percentile')}
        value={slowest === 0 ? '–' : formatRequestDuration(slowest)}
      />
    </dl>
  );
}

function Figure({ label, value, tone }: { label: string; value: string; tone?: 'warn' | 'bad' }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd {...(tone && value !== '0' && { 'data-tone': tone })}>{value}</dd>
    </div>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
