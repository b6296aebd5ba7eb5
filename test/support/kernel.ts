import { after } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { createServer, type ServerOptions } from '../../src/lib/http/server.ts';
import { createLog } from '../../src/lib/log.ts';

/** The kernel alone, without a database; `listen` it when its routes are there. It ends with the test file. */
export async function makeKernel(options: Partial<ServerOptions> = {}): Promise<FastifyInstance> {
  const server = await createServer({
    log: createLog('silent'),
    trust_proxy: false,
    paths: new Map(),
    open_to_pages: () => false,
    ...options,
  });
  after(() => server.close());
  return server;
}

export function listen(server: FastifyInstance): Promise<string> {
  return server.listen({ host: '127.0.0.1', port: 0 });
}
