import type { BenchService } from '../support/benchService.ts';
import type { RoundPlan, RoundResult } from '../support/measure.ts';

/** The result of a row, with its reference measured in the same rounds. */
export type Result = {
  what: string;
  unit: 'per second' | 'ms' | 'MB';
  ours: number;
  p99_ms?: number;
  /** The processor time of the service per call. */
  cpu_ms?: number;
  /** The processor time of the database per call. */
  database_ms?: number;
  reference: { name: string; value: number; p99_ms?: number; cpu_ms?: number; database_ms?: number };
  /** The promise as text, and whether it was kept; undefined without a promise. */
  budget?: { text: string; is_kept: boolean };
};

/** A measurement of the bench. To add one, implement it and add it to the table. */
export type BenchRow = {
  name: string;
  measure: (bench: BenchService, pace: RoundPlan) => Promise<Result[]>;
};

/** Returns a budget for the rate, relative to the reference. */
export function shareOf(ours: number, reference: number, least: number): NonNullable<Result['budget']> {
  return { text: `≥ ${least * 100} % of the reference`, is_kept: ours >= reference * least };
}

export function atMost(ours: number, most: number, unit: string): NonNullable<Result['budget']> {
  return { text: `≤ ${most} ${unit}`, is_kept: ours <= most };
}

export function atLeast(ours: number, least: number, unit: string): NonNullable<Result['budget']> {
  return { text: `≥ ${least.toLocaleString('en')} ${unit}`, is_kept: ours >= least };
}

export function cpuOf({ cpu_ms, database_ms }: RoundResult): Pick<Result, 'cpu_ms' | 'database_ms'> {
  return { ...(cpu_ms !== undefined && { cpu_ms }), ...(database_ms !== undefined && { database_ms }) };
}
