import { consoleOf } from '../support/console.ts';
import {
  findBenchAccount,
  loadAccount,
  openBenchService,
  type BenchAccount,
} from './support/benchService.ts';
import { percentile, formatTable } from './support/figures.ts';
import { measureInteractions } from './support/browserTimings.ts';

/*
 * npm run bench:dashboard -- [tasks] [searches]
 * Measures the search of the dashboard in a large account by kind of search, and the time from an action to the next
 * frame on a page of 100 tasks with a processor four times slower. Exits with 1 beyond 50 ms (p95 of all searches)
 * or 200 ms (all actions; web vitals ignore one interaction of fifty).
 */
const [tasks = 1_000_000, searches = 200] = process.argv.slice(2).map(Number);
const MOST_MS = { search: 50, act: 200 };

const ASKED: Record<string, (at: number) => string> = {
  'a word of every tenth title': (at) => ['pump', 'hinge', 'valve', 'boiler'][at % 4] ?? '',
  'a title, written out': (at) => `Replace the pump ${at * 977}`,
  'a number in a title': (at) => String(100_000 + at * 977),
  'three letters': (at) => ['pum', 'val', 'rep', 'the'][at % 4] ?? '',
  'two letters': (at) => ['pu', 'oi', 'th', 're'][at % 4] ?? '',
  'a person': (at) => `Person ${at}`,
  'what is not there': (at) => `xyzzy ${at}`,
};

const bench = await openBenchService({ rows: tasks, data_dir: undefined });
try {
  const is_found = await measureSearch(bench.service, bench.large);
  await loadAccount(bench.db, 1_000);
  const is_quick = await measurePage(bench.service.url, await findBenchAccount(bench.db, 1_000));
  process.exitCode = is_found && is_quick ? 0 : 1;
} finally {
  await bench.close();
}

async function measureSearch(service: { url: string }, { ctx, person }: BenchAccount): Promise<boolean> {
  const signedIn = await consoleOf(service, person);
  const newest = await ctx.db<{ id: string }[]>`
    select id
    from tasks
    where account_id = ${ctx.account_id}
    order by id desc
    limit ${searches}`;
  const all: number[] = [];
  const asked = { ...ASKED, 'an id': (at: number) => newest[at]?.id ?? '' };
  const times = new Map<string, number[]>(Object.keys(asked).map((what) => [what, []]));
  for (let at = -5; at < searches; at++)
    for (const [what, ask] of Object.entries(asked)) {
      const took_ms = await timeOf(signedIn, ask(Math.max(at, 0)));
      // The first searches open connections and plan statements, so they are not counted.
      if (at >= 0) times.get(what)?.push(took_ms);
    }
  for (const took of times.values()) all.push(...took);
  formatTable(
    [...times, ['all together', all] as const].map(([what, took]) => ({ what, ...figuresOf(took) })),
  );
  return percentile(all, 0.95) <= MOST_MS.search;
}

type Getter = { get: (path: string) => Promise<{ status: number }> };

async function timeOf(signedIn: Getter, text: string): Promise<number> {
  const started = performance.now();
  const { status } = await signedIn.get(`/search?text=${encodeURIComponent(text)}`);
  if (status !== 200) throw new Error(`a search for “${text}” was answered with ${status}`);
  return performance.now() - started;
}

async function measurePage(url: string, { person }: BenchAccount): Promise<boolean> {
  const acts = await measureInteractions(url, person);
  const all = acts.flatMap(({ waits_ms }) => waits_ms);
  formatTable(
    [...acts, { what: 'all together', waits_ms: all }].map(({ what, waits_ms }) => ({
      what,
      ...figuresOf(waits_ms),
    })),
  );
  return percentile(all, 0.98) <= MOST_MS.act;
}

function figuresOf(times_ms: readonly number[]) {
  const ms = (share: number) => `${percentile(times_ms, share).toFixed(0)} ms`;
  return { times: times_ms.length, p50: ms(0.5), p95: ms(0.95), p98: ms(0.98), most: ms(1) };
}
