import { once } from 'node:events';
import { concurrentCallers, interleave, measuringProcess } from '../support/measure.ts';
import { requestsTo } from '../support/requests.ts';
import { startProcess } from '../support/processes.ts';
import { cpuOf, type BenchRow } from './row.ts';

const AT_ONCE = 8;
const PATH = '/v1/api-tenant-tasks?limit=1';

/**
 * Measures the cost of HTTP: compares the service with a bare Fastify route that returns the same bytes from memory.
 */
export const httpOverheadBenchmark: BenchRow = {
  name: 'http overhead',
  async measure({ service, small }, pace) {
    const api = requestsTo(service.url, small.key, AT_ONCE);
    const child = startProcess('./bareProcess.ts', { body: await api.get(PATH) });
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    const bare = requestsTo(url, undefined, AT_ONCE);
    const page = requestsTo(service.url, undefined, AT_ONCE);
    const sides = {
      ours: measuringProcess(
        service.child.pid,
        concurrentCallers(AT_ONCE, () => api.get(PATH)),
      ),
      page: measuringProcess(
        service.child.pid,
        concurrentCallers(AT_ONCE, () => page.get('/healthz')),
      ),
      bare: measuringProcess(
        child.pid,
        concurrentCallers(AT_ONCE, () => bare.get('/')),
      ),
    };
    const rounds = await interleave(sides, pace);
    await Promise.all([api.close(), bare.close(), page.close()]);
    child.kill('SIGKILL');
    const reference = {
      name: `bare Fastify, ${(rounds.bare.cpu_ms ?? NaN).toFixed(2)} ms of processor`,
      value: rounds.bare.per_second,
    };
    const row = { unit: 'per second', reference } as const;
    return [
      {
        ...row,
        what: 'list 1 of 1,000',
        ours: rounds.ours.per_second,
        p99_ms: rounds.ours.p99_ms,
        ...cpuOf(rounds.ours),
      },
      {
        ...row,
        what: '/healthz, without a query',
        ours: rounds.page.per_second,
        p99_ms: rounds.page.p99_ms,
        ...cpuOf(rounds.page),
      },
    ];
  },
};
