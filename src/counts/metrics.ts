import { Counter, type Gauge } from 'prom-client';
import { registerComputedGauge, type Metrics } from '../lib/http/metrics.ts';
import type { Database } from '../lib/sql/sql.ts';
import type { CountCheckOptions } from './check.ts';
import { countWaitingDeltas } from './sql/deltas.ts';

export function registerCountCheckMetrics(registry: Metrics): NonNullable<CountCheckOptions['observe']> {
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['list'], registers: [registry] });
  const checks = counter('tenant_ops_count_checks_total', 'Lists whose counts were compared with their rows');
  const wrong = counter(
    'tenant_ops_count_cells_wrong_total',
    'Counters that differed from their rows and were corrected',
  );
  return (list, wrong_cells) => {
    checks.inc({ list });
    wrong.inc({ list }, wrong_cells);
  };
}

export function registerWaitingDeltasMetric(registry: Metrics, db: Database): Gauge {
  return registerComputedGauge(registry, {
    name: 'tenant_ops_count_deltas_waiting',
    help: 'Changes of lists that are not yet applied to the counters',
    is_shared: true,
    read: () => countWaitingDeltas(db),
  });
}
