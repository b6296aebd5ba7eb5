import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, forbidden } from '../lib/errors.ts';
import { untranslated } from '../lib/text/reasons.ts';
import type { Metrics } from '../lib/http/metrics.ts';
import { withFormerNames } from '../lib/http/oldMetricNames.ts';
import { addReadRoute, type PathTable } from '../lib/http/paths.ts';

/**
 * `unopened_secrets` is the number of stored secrets that no key can decrypt. They do not make a process unready,
 * because the key may be lost forever.
 */
export type Readiness = () => Promise<{ is_ready: boolean; unopened_secrets: number }>;

/** Access to /metrics: without a token, with a token, rejected with an explanation, or 404. */
export type MetricsAccess = 'open' | { token: string } | 'refused' | 'absent';

/** The body and content type of /metrics. */
export type MetricsText = Pick<Metrics, 'contentType' | 'metrics'>;

export type MonitoringDoor = {
  readiness: Readiness;
  metrics: MetricsText;
  metrics_access: MetricsAccess;
};

/** Registers /healthz, /readyz and /metrics. */
export function registerMonitoringDoor(
  server: FastifyInstance,
  paths: PathTable,
  door: MonitoringDoor,
): void {
  addReadRoute(server, paths, '/healthz', async () => ({ status: 'ok' }));
  addReadRoute(server, paths, '/readyz', async (_request, reply) => {
    const { is_ready, unopened_secrets } = await door.readiness();
    const status = is_ready ? 'ready' : 'not ready';
    return reply
      .code(is_ready ? 200 : 503)
      .send({ status, ...(unopened_secrets > 0 && { unopened_secrets }) });
  });
  registerMetricsRoute(server, paths, door);
}

/** Registers /metrics on the server; no route if the access is `absent`. */
export function registerMetricsRoute(
  server: FastifyInstance,
  paths: PathTable,
  { metrics, metrics_access }: Pick<MonitoringDoor, 'metrics' | 'metrics_access'>,
): void {
  if (metrics_access === 'absent') return;
  addReadRoute(server, paths, '/metrics', async (request, reply) => {
    assertMayRead(metrics_access, request);
    return sendMetrics(metrics, reply);
  });
}

async function sendMetrics(metrics: MetricsText, reply: FastifyReply): Promise<FastifyReply> {
  return reply.type(metrics.contentType).send(withFormerNames(await metrics.metrics()));
}

function assertMayRead(access: MetricsAccess, { headers: { authorization } }: FastifyRequest): void {
  if (access === 'open') return;
  if (typeof access === 'string')
    throw forbidden(
      null,
      untranslated('This address is public: set METRICS to a token or to a separate port'),
    );
  const challenge = { 'WWW-Authenticate': 'Bearer' };
  if (!authorization?.trim())
    throw new Failure('MISSING_AUTH', 'Authorization: send the token of METRICS', challenge);
  if (!isSame(authorization, `Bearer ${access.token}`))
    throw new Failure('INVALID_KEY', 'This is not the token of METRICS', challenge);
}

function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
