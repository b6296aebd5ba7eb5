import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { whenAnswered, handlingMs } from './reply.ts';

export type Metrics = Registry;

type PoolNumbers = { max: number; open: number; busy: number };

type Reading = {
  name: string;
  help: string;
  /**
   * True if every process measures the same value, such as a count in the database: the maximum is reported. Other
   * values are summed over the processes.
   */
  is_shared?: boolean;
  read: () => Promise<number> | number;
};

/** Creates a gauge that is computed whenever the metrics are read. If `read` fails, only this gauge is left out. */
export function registerComputedGauge(registry: Metrics, { name, help, is_shared, read }: Reading): Gauge {
  return new Gauge({
    name,
    help,
    aggregator: is_shared ? 'max' : 'sum',
    registers: [registry],
    async collect() {
      try {
        this.set(await read());
      } catch {
        this.remove();
      }
    },
  });
}

/** Exports the number of database connections, counted whenever the metrics are read. */
export function registerConnectionMetrics(registry: Metrics, read: () => PoolNumbers): void {
  const gauge = new Gauge({
    name: 'tenant_ops_database_connections',
    help: 'Database connections of the pool: limit, open and in use',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(read())) gauge.set({ state }, count);
    },
  });
}

/** Exports the number of requests that the request log dropped, so that gaps are visible. */
export function registerDroppedRequestsMetric(registry: Metrics, read: () => number): void {
  const dropped = new Counter({
    name: 'tenant_ops_request_log_dropped_total',
    help: 'Requests that the request log dropped since the start, because its buffer was full or a write failed',
    registers: [registry],
    collect() {
      dropped.reset();
      dropped.inc(read());
    },
  });
}

/** Exports the number of background failures. Returns a function that counts a failure of a loop. */
export function registerFailureMetric(registry: Metrics): (loop: string) => void {
  const failures = new Counter({
    name: 'tenant_ops_background_failures_total',
    help: 'Background work items that failed and were skipped, and iterations that ended early',
    labelNames: ['loop'],
    registers: [registry],
  });
  return (loop) => failures.inc({ loop });
}

/** Exports the versions of the service and of Node as labels of a gauge whose value is always 1. */
export function registerBuildInfoMetric(registry: Metrics, version: string): void {
  const build = new Gauge({
    name: 'tenant_ops_build_info',
    help: 'Version of the service and of Node; the value is always 1',
    labelNames: ['version', 'node'],
    aggregator: 'max',
    registers: [registry],
  });
  build.set({ version, node: process.version }, 1);
}

/** Groups of routes that share one label, because one time series per route would be too many. */
export type RouteGroups = {
  /** Path prefixes; all routes below a prefix share a label. */
  below: readonly string[];
  /** Labels of individual routes. */
  named: ReadonlyMap<string, string>;
};

/** Collects metrics of the process, the event loop, and all requests by route. */
export function registerRequestMetrics(server: FastifyInstance, together: RouteGroups): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'tenant_ops_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response, without the wait for events',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const answers = new Counter({
    name: 'tenant_ops_http_requests_total',
    help: 'Requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: 'tenant_ops_http_requests_in_flight',
    help: 'Requests in progress',
    registers: [registry],
  });

  server.addHook('onRequest', (_request, reply, done) => {
    inFlight.inc();
    whenAnswered(reply.raw, () => inFlight.dec());
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    const labels = { method: methodOf(request), route: routeOf(request, together) };
    durations.observe(labels, handlingMs(reply) / 1000);
    answers.inc({ ...labels, status: reply.statusCode });
    done();
  });
  return registry;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function methodOf({ method }: FastifyRequest): string {
  return METHODS.includes(method) ? method : 'other';
}

function routeOf(
  { routeOptions: { url = 'unknown' } }: FastifyRequest,
  { below, named }: RouteGroups,
): string {
  return named.get(url) ?? below.find((prefix) => url.startsWith(`${prefix}/`)) ?? url;
}
