import { once } from 'node:events';
import { createKey } from '../../src/features/keys/keys.ts';
import { ALL_SCOPES } from '../../src/access/scopes.ts';
import { seedAccount } from '../support/accounts.ts';
import type { BenchService } from '../support/benchService.ts';
import { startCaller, type Request } from '../support/caller.ts';
import { interleave, measuringProcess, type RoundResult, type MeasuredSide } from '../support/measure.ts';
import { startProcess } from '../support/processes.ts';
import { cpuOf, shareOf, type BenchRow, type Result } from './row.ts';

const AT_ONCE = 16;
const NAME = 'bare route';
const PATH = '/v1/api-tenant-tasks';

type Asked = Request & { key?: string };
type Pair = { what: string; ours: Asked; bare: Asked; least: number };

/**
 * Compares the service with a bare Fastify server in its own process that looks up the token and runs the same
 * statements.
 */
export const bareRoutesBenchmark: BenchRow = {
  name: 'bare route',
  async measure(bench, pace) {
    const { service, connection, small } = bench;
    const child = startProcess('./bareRoutesProcess.ts', { connection, name: NAME });
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    const caller = startCaller();
    const calling = (to: string, { key, ...request }: Asked): MeasuredSide =>
      caller.calling({ url: to, ...(key && { key }), at_once: AT_ONCE, turns: () => [request] });
    const ours = (asked: Asked): MeasuredSide =>
      measuringProcess(service.child.pid, calling(service.url, asked), bench.backends('tenant-ops'));
    const bare = (asked: Asked): MeasuredSide =>
      measuringProcess(child.pid, calling(url, asked), bench.backends(NAME));

    const body = { title: 'Measured', priority: 'high' };
    const pairs: Pair[] = [
      {
        what: 'list 50 of 1,000',
        ours: { path: `${PATH}?limit=50`, key: small.key },
        bare: { path: '/tasks', key: small.key },
        least: 0.7,
      },
      {
        what: 'create task',
        ours: { path: PATH, key: await seedKey(bench), body },
        bare: { path: '/tasks', key: await seedKey(bench), body },
        least: 1,
      },
      { what: '/healthz', ours: { path: '/healthz' }, bare: { path: '/' }, least: 0.5 },
    ];
    const results: Result[] = [];
    for (const pair of pairs) {
      const rounds = await interleave({ ours: ours(pair.ours), bare: bare(pair.bare) }, pace);
      results.push(rateOf(pair, rounds), tailOf(pair, rounds));
    }
    caller.stop();
    child.kill('SIGKILL');
    return results;
  },
};

type Rounds = { ours: RoundResult; bare: RoundResult };

function rateOf({ what, least }: Pair, { ours, bare }: Rounds): Result {
  return {
    what: `${what}, ${AT_ONCE} callers`,
    unit: 'per second',
    ours: ours.per_second,
    ...cpuOf(ours),
    reference: { ...cpuOf(bare), name: NAME, value: bare.per_second },
    budget: shareOf(ours.per_second, bare.per_second, least),
  };
}

/** Compares the p99 with the p50 of the same rounds. */
function tailOf({ what }: Pair, { ours: { p50_ms, p99_ms }, bare }: Rounds): Result {
  const most_ms = 5 * p50_ms;
  return {
    what: `${what}, p99`,
    unit: 'ms',
    ours: p99_ms,
    reference: { name: NAME, value: bare.p99_ms },
    budget: { text: `≤ 5 × its p50 of ${p50_ms.toFixed(2)} ms`, is_kept: p99_ms <= most_ms },
  };
}

/** Creates an account without tasks and returns its API key. */
async function seedKey({ db }: BenchService): Promise<string> {
  const { ctx } = await seedAccount(db);
  return (await createKey(ctx, { name: 'Bench', scopes: [...ALL_SCOPES] })).key;
}
