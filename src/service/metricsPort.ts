import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { PathTable } from '../lib/http/paths.ts';
import { createServer } from '../lib/http/server.ts';
import type { Log } from '../lib/log.ts';
import { isLoopback } from '../lib/http/proxies.ts';
import { cannotListenFault } from '../lib/process/startupFault.ts';
import { registerMetricsRoute, type MetricsText, type MetricsAccess } from './monitoring.ts';

type Reach = Pick<Config, 'METRICS' | 'HOST' | 'PUBLIC_URL' | 'TRUST_PROXY'>;

/**
 * The access to /metrics on the main port. With METRICS=on, it needs no token, but works only if the service is
 * reachable from this machine alone.
 */
export function metricsAccess({ METRICS, HOST, PUBLIC_URL, TRUST_PROXY }: Reach): MetricsAccess {
  switch (METRICS.kind) {
    case 'token':
      return { token: METRICS.token };
    case 'off':
    case 'port':
      return 'absent';
    case 'on': {
      const is_local = isOwn(HOST) && (PUBLIC_URL === undefined || isOwn(new URL(PUBLIC_URL).hostname));
      return is_local && TRUST_PROXY === false ? 'open' : 'refused';
    }
  }
}

function isOwn(host: string): boolean {
  return host === 'localhost' || isLoopback(host.replace(/^\[(.*)\]$/, '$1'));
}

/** Opens a separate port for metrics; undefined if METRICS sets no port. */
export async function openMetricsPort(
  { METRICS, HOST }: Reach,
  metrics: MetricsText,
  log: Log,
): Promise<FastifyInstance | undefined> {
  if (METRICS.kind !== 'port') return undefined;
  const paths: PathTable = new Map();
  const server = await createServer({ log, trust_proxy: false, paths, open_to_pages: () => false });
  registerMetricsRoute(server, paths, { metrics, metrics_access: 'open' });
  const { port } = METRICS;
  await server.listen({ host: HOST, port }).catch((error: unknown) => {
    throw cannotListenFault({ host: HOST, port, setting: 'METRICS' }, error);
  });
  return server;
}
