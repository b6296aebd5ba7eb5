import { createTask } from '../../src/features/tasks/tasks.ts';
import {
  findBenchAccount,
  loadAccount,
  makeBenchAccount,
  type BenchAccount,
  type BenchService,
} from '../support/benchService.ts';
import {
  concurrentCallers,
  interleave,
  measuringProcess,
  type RoundPlan,
  type RoundResult,
  type MeasuredSide,
} from '../support/measure.ts';
import { PATH, benchListViewOf, type BenchListView } from './lists.ts';
import { cpuOf, type BenchRow, type Result } from './row.ts';

/** Lengths of lists in rows. The others are compared with the first. */
const SIZES = [60, 1_000, 5_000, 20_000, 45_000, 55_000];
const JUST_MADE = 1_000;
const LIMIT = 25;
const TURN_SECONDS = 0.3;
const MOST = { first: 1.5, other: 2 };
const AT_ONCE = 8;

/**
 * Compares identical pages of lists with different lengths, with one caller, in alternating rounds. The longest list is
 * the large account.
 */
export const listLengthBenchmark: BenchRow = {
  name: 'list sizes',
  async measure(bench, pace) {
    const views: [string, BenchListView][] = [];
    for (const rows of SIZES) {
      await loadAccount(bench.db, rows);
      views.push([figure(rows), await benchListViewOf(bench, await findBenchAccount(bench.db, rows))]);
    }
    views.push([figure(bench.large.rows), await benchListViewOf(bench, bench.large)]);
    views.push([
      `${figure(JUST_MADE)} made just now`,
      await benchListViewOf(bench, await makeTasks(bench, JUST_MADE)),
    ]);
    const results: Result[] = [];
    for (const name of Object.keys(views[0]?.[1].queries ?? {}))
      for (const depth of ['first', 'middle'] as const)
        results.push(...(await measurePages(bench, pace, views, { name, depth })));
    await Promise.all(views.map(([, { api }]) => api.close()));
    return results;
  },
};

type Page = { name: string; depth: 'first' | 'middle' };

async function measurePages(
  { service, backends }: BenchService,
  pace: RoundPlan,
  views: [string, BenchListView][],
  page: Page,
): Promise<Result[]> {
  const sides: Record<string, MeasuredSide> = {};
  for (const [size, { api, queries, totalOf }] of views) {
    const query = queries[page.name] ?? '';
    const offset = page.depth === 'first' ? 0 : Math.floor((await totalOf(query)) / 2);
    const read = () => api.get(`${PATH}?${query}&limit=${LIMIT}&offset=${offset}`);
    sides[size] = measuringProcess(service.child.pid, concurrentCallers(1, read), backends('tenant-ops'));
  }
  const rounds = await interleave(sides, { ...pace, seconds: Math.min(TURN_SECONDS, pace.seconds) });
  const [first = '', ...others] = Object.keys(rounds);
  const least = rounds[first];
  return others.flatMap((size) => {
    const round = rounds[size];
    return least && round ? [resultOf(page, { size, round, first, least })] : [];
  });
}

type Pair = { size: string; round: RoundResult; first: string; least: RoundResult };

function resultOf({ name, depth }: Page, { size, round, first, least }: Pair): Result {
  const most = name === 'of all' && depth === 'first' ? MOST.first : MOST.other;
  return {
    what: `list ${name}, ${depth}: ${size}`,
    unit: 'ms',
    ours: round.p50_ms,
    ...cpuOf(round),
    reference: { name: `at ${first}`, value: least.p50_ms, ...cpuOf(least) },
    budget: {
      text: `≤ ${most} ×, its processor too`,
      is_kept: Math.max(round.p50_ms / least.p50_ms, processorOf(round) / processorOf(least)) <= most,
    },
  };
}

/** Returns the processor time of the service and the database. */
function processorOf({ cpu_ms = NaN, database_ms = NaN }: RoundResult): number {
  return cpu_ms + database_ms;
}

/** Creates tasks with the use case that requests use; they are read immediately afterwards. */
async function makeTasks({ db }: BenchService, rows: number): Promise<BenchAccount> {
  const account = await makeBenchAccount(db, 'Bench made');
  const { ctx } = account;
  const assigned_to = ctx.actor.kind === 'user' ? ctx.actor.user_id : null;
  const make = async (at: number) => {
    for (let made = at; made < rows; made += AT_ONCE)
      await createTask({ ...ctx, now: new Date() }, { title: 'Made', assigned_to });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => make(at)));
  return { ...account, rows };
}

function figure(rows: number): string {
  return rows.toLocaleString('en');
}
