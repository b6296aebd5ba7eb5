import { after } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { createServer, type ServerOptions } from '../../src/lib/http/server.ts';
import { createLog } from '../../src/lib/log.ts';

/** Client and server share an event loop in tests, so a delay of the event loop does not mean overload. */
export const NO_OVERLOAD_LIMITS = { max_event_loop_delay_ms: 60_000 };
/** Multiplies request timeouts, because other processes of the machine slow down the tests. */
export const TIMEOUT_FACTOR = 20;

/**
 * Creates an HTTP server without routes and database. Call `listen` after adding routes. It closes with the test file.
 */
export async function makeHttpServer(options: Partial<ServerOptions> = {}): Promise<FastifyInstance> {
  const server = await createServer({
    log: createLog('silent'),
    trust_proxy: false,
    paths: new Map(),
    open_to_pages: () => false,
    ...options,
    limits: { ...NO_OVERLOAD_LIMITS, ...options.limits },
  });
  after(() => server.close());
  return server;
}

export function listen(server: FastifyInstance): Promise<string> {
  return server.listen({ host: '127.0.0.1', port: 0 });
}
