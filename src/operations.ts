import type { FastifyInstance, FastifyReply } from 'fastify';
import type { PathTable } from './lib/http/paths.ts';

export type Readiness = () => Promise<boolean>;

export type OperationsDoor = {
  is_ready: Readiness;
  metrics: { contentType: string; metrics(): Promise<string> };
};

type Answer = (reply: FastifyReply) => Promise<unknown>;

/** What operators and their tools ask: alive, ready, and how it goes. */
export function openOperationsDoor(server: FastifyInstance, paths: PathTable, door: OperationsDoor): void {
  const get = (path: string, answer: Answer) => {
    paths.set(path, ['GET']);
    server.get(path, (_request, reply) => answer(reply));
  };
  get('/healthz', async () => ({ status: 'ok' }));
  get('/readyz', async (reply) => {
    const ready = await door.is_ready();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
  get('/metrics', async (reply) => reply.type(door.metrics.contentType).send(await door.metrics.metrics()));
}
