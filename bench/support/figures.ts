export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Returns the time of a clock that all processes of the machine share. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

export function formatTable(rows: Record<string, string | number>[]): void {
  process.stdout.write(
    `${rows
      .map((row) =>
        Object.entries(row)
          .map(([name, value]) => `${name}: ${value}`)
          .join('   '),
      )
      .join('\n')}\n`,
  );
}
