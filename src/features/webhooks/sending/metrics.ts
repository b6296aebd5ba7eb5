import { Counter, Histogram, type Registry } from 'prom-client';
import type { Clock } from '../../../lib/time/clock.ts';
import { registerComputedGauge } from '../../../lib/http/metrics.ts';
import type { Database } from '../../../lib/sql/sql.ts';
import { readDeliveryQueueState } from './sql/waiting.ts';
import type { DeliveryResult } from './sql/results.ts';

/** Registers the metrics of deliveries. Call the returned function after each attempt. */
export function registerDeliveryMetrics(
  registry: Registry,
  { db, clock, in_flight }: { db: Database; clock: Clock; in_flight: () => number },
): (result: DeliveryResult) => void {
  const gauge = (name: string, help: string, read: () => Promise<number>) =>
    registerComputedGauge(registry, { name, help, is_shared: true, read });
  gauge('tenant_ops_webhook_queue_depth', 'Deliveries that wait or are being attempted', async () => {
    const { depth } = await readDeliveryQueueState(db, clock.now());
    return depth;
  });
  const late = 'Age of the oldest due delivery of endpoints that are not paused';
  gauge('tenant_ops_webhook_queue_oldest_due_seconds', late, async () => {
    const { oldest_due_s } = await readDeliveryQueueState(db, clock.now());
    return Math.max(0, oldest_due_s);
  });
  const under_way = 'Attempts in progress';
  registerComputedGauge(registry, {
    name: 'tenant_ops_webhook_deliveries_in_flight',
    help: under_way,
    read: in_flight,
  });
  return measureAttempts(registry);
}

function measureAttempts(registry: Registry): (result: DeliveryResult) => void {
  const attempts = new Counter({
    name: 'tenant_ops_webhook_attempts_total',
    help: 'Attempts by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'tenant_ops_webhook_attempt_duration_seconds',
    help: 'Duration of attempts, by outcome',
    labelNames: ['outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [registry],
  });
  return ({ outcome, total_ms }) => {
    attempts.inc({ outcome });
    durations.observe({ outcome }, total_ms / 1000);
  };
}
