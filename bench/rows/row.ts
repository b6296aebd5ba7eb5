import type { BenchService } from '../support/benchService.ts';
import type { Pace, Round } from '../support/measure.ts';

/** The result of a row, with its reference from the same turns. */
export type Result = {
  what: string;
  unit: 'per second' | 'ms' | 'MB';
  ours: number;
  p99_ms?: number;
  /** Processor time of the service for one call. */
  cpu_ms?: number;
  /** The same of the database. */
  database_ms?: number;
  reference: { name: string; value: number; p99_ms?: number; cpu_ms?: number; database_ms?: number };
  /** The promise in words, and whether it is kept; undefined without one. */
  budget?: { text: string; is_kept: boolean };
};

/** One measurement of the bench; to add one, write it and list it in the table. */
export type BenchRow = {
  name: string;
  measure: (bench: BenchService, pace: Pace) => Promise<Result[]>;
};

/** The rate relative to the reference. */
export function shareOf(ours: number, reference: number, least: number): NonNullable<Result['budget']> {
  return { text: `≥ ${least * 100} % of the reference`, is_kept: ours >= reference * least };
}

export function atMost(ours: number, most: number, unit: string): NonNullable<Result['budget']> {
  return { text: `≤ ${most} ${unit}`, is_kept: ours <= most };
}

export function atLeast(ours: number, least: number, unit: string): NonNullable<Result['budget']> {
  return { text: `≥ ${least.toLocaleString('en')} ${unit}`, is_kept: ours >= least };
}

export function cpuOf({ cpu_ms, database_ms }: Round): Pick<Result, 'cpu_ms' | 'database_ms'> {
  return { ...(cpu_ms !== undefined && { cpu_ms }), ...(database_ms !== undefined && { database_ms }) };
}
