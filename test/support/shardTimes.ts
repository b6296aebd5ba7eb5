import { SHARDS, shardOf } from './shards.ts';

/**
 * Returns a line for each shard with the total time of its files, including repetitions. Files run in parallel, so the
 * run itself takes less time.
 */
export function describeTimes(runs: readonly ReadonlyMap<string, number>[]): string[] {
  const files = runs.flatMap((took_ms) => [...took_ms]).filter(([name]) => name.endsWith('.test.ts'));
  return SHARDS.flatMap((shard) => {
    const own = files.filter(([name]) => shardOf(name) === shard);
    if (own.length === 0) return [];
    const [longest = '', longest_ms = 0] = own.toSorted(([, one], [, other]) => other - one)[0] ?? [];
    const total_ms = own.reduce((sum, [, ms]) => sum + ms, 0);
    const count = new Set(own.map(([name]) => name)).size;
    return `shard ${shard.name}: ${count} files, ${seconds(total_ms)}; longest: ${longest}, ${seconds(longest_ms)}`;
  });
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
