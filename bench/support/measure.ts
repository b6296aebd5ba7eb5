/*
 * Compares two ways of doing the same work on a machine with other load. The sides run in alternating rounds and the
 * median of each figure counts, so that other load affects both sides. Processor time per call is read from /proc,
 * because it does not depend on other processes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { percentile } from './figures.ts';

/** The result of one side in one round, with the processor time per call if processes were watched. */
export type RoundResult = {
  per_second: number;
  p50_ms: number;
  p99_ms: number;
  cpu_ms?: number;
  /** The processor time of the database processes per call. */
  database_ms?: number;
};

/** One side of a comparison; it runs its work for the given seconds. */
export type MeasuredSide = (seconds: number) => Promise<RoundResult>;

export type RoundPlan = { rounds: number; seconds: number };

/** Alternates between the sides, so that other load on the machine affects both. The first round is a warm-up. */
export async function interleave<N extends string>(
  sides: Record<N, MeasuredSide>,
  { rounds, seconds }: RoundPlan,
): Promise<Record<N, RoundResult>> {
  const names = Object.keys(sides) as N[];
  const all = Object.fromEntries(names.map((name) => [name, [] as RoundResult[]])) as Record<
    N,
    RoundResult[]
  >;
  for (const name of names) await sides[name](Math.min(seconds, 1));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) all[name].push(await sides[name](seconds));
  }
  return Object.fromEntries(names.map((name) => [name, medianRound(all[name])])) as Record<N, RoundResult>;
}

function medianRound(rounds: readonly RoundResult[]): RoundResult {
  const median = (member: keyof RoundResult) =>
    percentile(
      rounds.map((round) => round[member] ?? NaN),
      0.5,
    );
  return {
    per_second: median('per_second'),
    p50_ms: median('p50_ms'),
    p99_ms: median('p99_ms'),
    ...(rounds.some(({ cpu_ms }) => cpu_ms !== undefined) && { cpu_ms: median('cpu_ms') }),
    ...(rounds.some(({ database_ms }) => database_ms !== undefined) && {
      database_ms: median('database_ms'),
    }),
  };
}

/** Finds the database processes that work for one side. */
export type FindBackends = () => Promise<readonly number[]>;

/** Adds the processor time per call to a round; other programs on the machine do not affect it. */
export function measuringProcess(
  pid: number | undefined,
  side: MeasuredSide,
  backends?: FindBackends,
): MeasuredSide {
  return async (seconds) => {
    const [before, backends_before, started] = [processorMs(pid), await spentBy(backends), performance.now()];
    const round = await side(seconds);
    const calls = (round.per_second * (performance.now() - started)) / 1_000;
    const cpu_ms = (processorMs(pid) - before) / calls;
    if (!backends) return { ...round, cpu_ms };
    return { ...round, cpu_ms, database_ms: ((await spentBy(backends)) - backends_before) / calls };
  };
}

async function spentBy(backends: FindBackends = async () => []): Promise<number> {
  return (await backends()).reduce((sum, pid) => sum + processorMs(pid), 0);
}

const MS = 1e6;

/**
 * Returns the processor time of all threads. The time is read from schedstat in nanoseconds, because the usual counters
 * have ticks of 10 ms.
 */
export function processorMs(pid = 0): number {
  const threads = `/proc/${pid}/task`;
  const spent = readdirSync(threads).map(
    (id) => readFileSync(`${threads}/${id}/schedstat`, 'utf8').split(' ')[0],
  );
  return spent.reduce((sum, nanoseconds) => sum + Number(nanoseconds), 0) / MS;
}

/** Returns callers that each start their next call when the previous one is answered. */
export function concurrentCallers(at_once: number, call: (index: number) => Promise<unknown>): MeasuredSide {
  return async (seconds) => {
    const times: number[] = [];
    const started = performance.now();
    const until = started + seconds * 1_000;
    const one = async (index: number) => {
      while (performance.now() < until) {
        const from = performance.now();
        await call(index);
        times.push(performance.now() - from);
      }
    };
    await Promise.all(Array.from({ length: at_once }, (_, index) => one(index)));
    return roundOf(times, performance.now() - started);
  };
}

export function roundOf(times_ms: readonly number[], took_ms: number): RoundResult {
  return {
    per_second: times_ms.length / (took_ms / 1_000),
    p50_ms: percentile(times_ms, 0.5),
    p99_ms: percentile(times_ms, 0.99),
  };
}
