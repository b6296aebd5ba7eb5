import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { whenAnswered, handlingMs } from './reply.ts';

export type Metrics = Registry;

type PoolNumbers = { max: number; open: number; busy: number };

type Reading = {
  name: string;
  help: string;
  /** True if all processes measure the same value: the highest counts. Other values of several processes are added up. */
  is_shared?: boolean;
  read: () => Promise<number> | number;
};

/** Read when the metrics are. A database that does not answer leaves out what it would tell, and nothing else. */
export function measureAtRead(registry: Metrics, { name, help, is_shared, read }: Reading): Gauge {
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

/** The database's connections, counted when the metrics are read. */
export function measureConnections(registry: Metrics, read: () => PoolNumbers): void {
  const gauge = new Gauge({
    name: 'tenant_ops_database_connections',
    help: 'Connections of the pool: what it may have, has open, and has at work',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(read())) gauge.set({ state }, count);
    },
  });
}

/** Requests dropped from the log, so that gaps in it are visible. */
export function measureDropped(registry: Metrics, read: () => number): void {
  const dropped = new Counter({
    name: 'tenant_ops_request_log_dropped_total',
    help: 'Requests that the request log dropped since the start, because its buffer was full',
    registers: [registry],
    collect() {
      dropped.reset();
      dropped.inc(read());
    },
  });
}

/** The version of the service and of Node, as labels of a gauge that is always 1. */
export function measureBuild(registry: Metrics, version: string): void {
  const build = new Gauge({
    name: 'tenant_ops_build_info',
    help: 'Version of the service and of Node; the value is always 1',
    labelNames: ['version', 'node'],
    aggregator: 'max',
    registers: [registry],
  });
  build.set({ version, node: process.version }, 1);
}

/** Routes that share a label: a series each would be too long to read. */
export type RouteGroups = {
  /** All below one of these. */
  below: readonly string[];
  /** Others, each with its label. */
  named: ReadonlyMap<string, string>;
};

/** The process, the event loop and every request by the template of its route. */
export function measureRequests(server: FastifyInstance, together: RouteGroups): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'tenant_ops_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer, without waiting for events',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const answers = new Counter({
    name: 'tenant_ops_http_requests_total',
    help: 'Requests by what they were answered',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: 'tenant_ops_http_requests_in_flight',
    help: 'Requests being answered now',
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
