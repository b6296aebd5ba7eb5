import { after } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { createServer, type ServerOptions } from '../../src/lib/http/server.ts';
import { createLog } from '../../src/lib/log.ts';

/** A client shares its event loop with the server here: what holds up the one is no overload of the other. */
export const UNHURRIED = { max_event_loop_delay_ms: 60_000 };
/** Nor is what the rest of the machine takes from them. */
export const PATIENCE = 20;

/** The kernel alone, without a database; `listen` it when its routes are there. It ends with the test file. */
export async function makeKernel(options: Partial<ServerOptions> = {}): Promise<FastifyInstance> {
  const server = await createServer({
    log: createLog('silent'),
    trust_proxy: false,
    paths: new Map(),
    open_to_pages: () => false,
    ...options,
    limits: { ...UNHURRIED, ...options.limits },
  });
  after(() => server.close());
  return server;
}

export function listen(server: FastifyInstance): Promise<string> {
  return server.listen({ host: '127.0.0.1', port: 0 });
}
