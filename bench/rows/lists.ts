import { listTasks } from '../../src/features/tasks/sql/tasks.ts';
import type { TaskFilter } from '../../src/features/tasks/contract.ts';
import type { BenchService, BenchAccount } from '../support/benchService.ts';
import { startCaller } from '../support/caller.ts';
import {
  concurrentCallers,
  interleave,
  measuringProcess,
  type RoundPlan,
  type RoundResult,
} from '../support/measure.ts';
import { captureStatements, replayStatements } from '../support/pgbench.ts';
import { requestsTo, type Requests } from '../support/requests.ts';
import { cpuOf, shareOf, type BenchRow, type Result } from './row.ts';

const AT_ONCE = 8;
export const PATH = '/v1/api-tenant-tasks';
const MOST_MS = 25;
const MOST_TOTAL_MS = 5;

export const firstPageBenchmark: BenchRow = {
  name: 'list 50',
  async measure({ connection, service, large }, pace) {
    const statements = await captureStatements(connection, (db) =>
      listTasks(db, large.ctx.account_id, { limit: 50, offset: 0 }),
    );
    const caller = startCaller();
    const turns = () => [{ path: `${PATH}?limit=50` }];
    const side = caller.calling({ url: service.url, key: large.key, at_once: AT_ONCE, turns });
    const plain = replayStatements({ connection, statements, fresh: new Set(), at_once: AT_ONCE });
    const sides = { ours: measuringProcess(service.child.pid, side), reference: plain.side };
    const { ours, reference } = await interleave(sides, pace);
    caller.stop();
    await plain.close();
    const { per_second, p99_ms } = ours;
    return [
      {
        what: `list 50 of ${large.rows}, ${AT_ONCE} callers`,
        unit: 'per second',
        ours: per_second,
        p99_ms,
        ...cpuOf(ours),
        reference: { name: plain.name, value: reference.per_second },
        budget: shareOf(per_second, reference.per_second, 0.5),
      },
    ];
  },
};

/** Compares the large account with the small one for every kind of filter at every depth, with one caller. */
export const deepPageBenchmark: BenchRow = {
  name: 'list deep',
  async measure(bench, pace) {
    const results: Result[] = [];
    const [large, small] = [
      await benchListViewOf(bench, bench.large),
      await benchListViewOf(bench, bench.small),
    ];
    for (const [name, query] of Object.entries(large.queries)) {
      const other = small.queries[name] ?? '';
      const [total, small_total] = [await large.totalOf(query), await small.totalOf(other)];
      for (const [depth, at] of Object.entries(DEPTHS)) {
        const sides = {
          large: concurrentCallers(1, () => large.api.get(`${PATH}?${query}&limit=50&offset=${at(total)}`)),
          small: concurrentCallers(1, () =>
            small.api.get(`${PATH}?${other}&limit=50&offset=${at(small_total)}`),
          ),
        };
        const rounds = await interleave(sides, { ...pace, seconds: Math.min(1, pace.seconds) });
        results.push(depthResult(`list ${name}, offset ${depth}`, bench, rounds));
      }
      results.push(await totals(`total ${name}`, bench, pace, { large, query, small, other }));
    }
    await Promise.all([large.api.close(), small.api.close()]);
    return results;
  },
};

const DEPTHS: Record<string, (total: number) => number> = {
  '0': () => 0,
  '1 %': (total) => Math.floor(total / 100),
  '50 %': (total) => Math.floor(total / 2),
  end: (total) => Math.max(0, total - 50),
};

function depthResult(
  what: string,
  { small }: BenchService,
  rounds: Record<'large' | 'small', RoundResult>,
): Result {
  const { large, small: few } = rounds;
  return {
    what,
    unit: 'ms',
    ours: large.p50_ms,
    p99_ms: large.p99_ms,
    reference: { name: `at ${small.rows}`, value: few.p50_ms, p99_ms: few.p99_ms },
    budget: {
      text: `p50 ≤ ${MOST_MS} ms, p99 ≤ 2 × the small one's`,
      is_kept: large.p50_ms <= MOST_MS && large.p99_ms <= 2 * few.p99_ms,
    },
  };
}

export type BenchListView = {
  api: Requests;
  queries: Record<string, string>;
  totalOf: (query: string) => Promise<number>;
};
type Pair = { large: BenchListView; query: string; small: BenchListView; other: string };

/** Reads a page with one row, so that almost all of the time is spent on the total. */
async function totals(what: string, bench: BenchService, pace: RoundPlan, pair: Pair): Promise<Result> {
  const sides = {
    large: concurrentCallers(1, () => pair.large.api.get(`${PATH}?${pair.query}&limit=1`)),
    small: concurrentCallers(1, () => pair.small.api.get(`${PATH}?${pair.other}&limit=1`)),
  };
  const rounds = await interleave(sides, { ...pace, seconds: Math.min(1, pace.seconds) });
  const { p50_ms } = rounds.large;
  const budget = { text: `p50 ≤ ${MOST_TOTAL_MS} ms`, is_kept: p50_ms <= MOST_TOTAL_MS };
  return { ...depthResult(what, bench, rounds), budget };
}

export async function benchListViewOf(
  { service, db }: BenchService,
  { ctx: { account_id }, key }: BenchAccount,
): Promise<BenchListView> {
  const api = requestsTo(service.url, key, 1);
  const [busiest] = await db<{ id: string }[]>`
    select assigned_to as id
    from (
      select assigned_to
      from tasks
      where account_id = ${account_id}
        and assigned_to is not null
      limit 20000
    ) as sample
    group by assigned_to
    order by count(*) desc
    limit 1`;
  const [times] = await db<{ first: string; last: string }[]>`
    select min(created_at) + interval '75 days 1.234 s' as first, max(created_at) - interval '99 days 5.678 s' as last
    from tasks
    where account_id = ${account_id}`;
  const [from, to] = [times?.first ?? '', times?.last ?? ''];
  const filters: Record<string, Partial<TaskFilter>> = {
    'of all': {},
    'by status': { status: 'open' },
    'by source': { source: 'manual' },
    'by assignee': { assigned_to: busiest?.id ?? '' },
    'in a range': { from, to },
    combined: { status: 'completed', source: 'api', assigned_to: busiest?.id ?? '', from, to },
  };
  const queries = Object.entries(filters).map(([name, filter]) => [
    name,
    new URLSearchParams(filter as Record<string, string>).toString(),
  ]);
  const totalOf = async (query: string) =>
    JSON.parse(await api.get(`${PATH}?${query}&limit=1`)).total as number;
  return { api, queries: Object.fromEntries(queries), totalOf };
}
