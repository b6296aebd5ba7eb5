import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, forbidden } from '../lib/errors.ts';
import { untranslated } from '../lib/text/reasons.ts';
import type { Metrics } from '../lib/http/metrics.ts';
import { withFormerNames } from '../lib/http/oldMetricNames.ts';
import { addReadRoute, type PathTable } from '../lib/http/paths.ts';

/** A node serves with values that no key opens, since the key may be lost; the operator is told. */
export type Readiness = () => Promise<{ is_ready: boolean; unopened_secrets: number }>;

/** The access to metrics: all callers, callers with the token, refused with a reason, or no such path. */
export type MetricsAccess = 'open' | { token: string } | 'refused' | 'absent';

/** The answer of /metrics. */
export type Exposition = Pick<Metrics, 'contentType' | 'metrics'>;

export type OperationsDoor = {
  readiness: Readiness;
  metrics: Exposition;
  metrics_access: MetricsAccess;
};

/** Health, readiness and metrics for operators. */
export function openOperationsDoor(server: FastifyInstance, paths: PathTable, door: OperationsDoor): void {
  addReadRoute(server, paths, '/healthz', async () => ({ status: 'ok' }));
  addReadRoute(server, paths, '/readyz', async (_request, reply) => {
    const { is_ready, unopened_secrets } = await door.readiness();
    const status = is_ready ? 'ready' : 'not ready';
    return reply
      .code(is_ready ? 200 : 503)
      .send({ status, ...(unopened_secrets > 0 && { unopened_secrets }) });
  });
  serveMetrics(server, paths, door);
}

export function serveMetrics(
  server: FastifyInstance,
  paths: PathTable,
  { metrics, metrics_access }: Pick<OperationsDoor, 'metrics' | 'metrics_access'>,
): void {
  if (metrics_access === 'absent') return;
  addReadRoute(server, paths, '/metrics', async (request, reply) => {
    assertMayRead(metrics_access, request);
    return sendMetrics(metrics, reply);
  });
}

async function sendMetrics(metrics: Exposition, reply: FastifyReply): Promise<FastifyReply> {
  return reply.type(metrics.contentType).send(withFormerNames(await metrics.metrics()));
}

function assertMayRead(access: MetricsAccess, { headers: { authorization } }: FastifyRequest): void {
  if (access === 'open') return;
  if (typeof access === 'string')
    throw forbidden(
      null,
      untranslated('Others can reach this address: set METRICS to a token or to a port of its own'),
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
