/** What a run is told. */
type Turn = {
  rounds: number;
  /** The same seed draws the same. */
  seed: number;
};

/** What a run found. */
export type Found = {
  /** What was acknowledged, what exists, what arrived. */
  ledger: Record<string, number>;
  /** Each way in which the promise was broken. */
  broken: string[];
};

/** Why a run is not possible on this machine. */
export type Skipped = { skipped: string };

export type Run = (turn: Turn) => Promise<Found | Skipped>;

/** The same run with a planted bug, which its ledger must show. */
export type Control = { plants: string; rounds: number; run: Run };

export type Experiment = {
  name: string;
  /** What it does, in one sentence. */
  does: string;
  promise: string;
  /** What a round is. */
  unit: string;
  rounds: Record<Form, number>;
  run: Run;
  controls: Control[];
};

export type Form = 'short' | 'long';

/** Counts that must be nothing, told where they are not. */
export function brokenBy(faults: Record<string, number>): string[] {
  return Object.entries(faults).flatMap(([what, count]) =>
    count === 0 ? [] : [`${count} ${what.replaceAll('_', ' ')}`],
  );
}
