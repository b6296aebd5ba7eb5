import { Counter, type Gauge } from 'prom-client';
import { measureAtRead, type Metrics } from '../lib/http/metrics.ts';
import type { Database } from '../lib/sql/sql.ts';
import type { Checker } from './check.ts';
import { countWaitingDeltas } from './sql/deltas.ts';

export function measureChecks(registry: Metrics): NonNullable<Checker['observe']> {
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['list'], registers: [registry] });
  const checks = counter('tenant_ops_count_checks_total', 'Lists whose counts were compared with their rows');
  const wrong = counter(
    'tenant_ops_count_cells_wrong_total',
    'Cells that differed from their rows and were corrected',
  );
  return (list, wrong_cells) => {
    checks.inc({ list });
    wrong.inc({ list }, wrong_cells);
  };
}

export function measureWaiting(registry: Metrics, db: Database): Gauge {
  return measureAtRead(registry, {
    name: 'tenant_ops_count_deltas_waiting',
    help: 'Changes of lists that are not folded into cells yet',
    is_shared: true,
    read: () => countWaitingDeltas(db),
  });
}
