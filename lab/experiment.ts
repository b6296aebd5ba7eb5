/*
 * An experiment breaks a dependency (a process, a disk, a connection, a clock) while clients work, and compares the
 * acknowledged records with the stored and delivered ones. Each experiment has controls: repetitions with a planted
 * bug, which the comparison must detect.
 */

/** The parameters of a run. */
type RunContext = {
  rounds: number;
  /** Equal seeds give equal random choices. */
  seed: number;
};

/** The findings of a run. */
export type ExperimentFindings = {
  /** The counts of acknowledged, stored and delivered records. */
  ledger: Record<string, number>;
  /** Descriptions of broken promises; empty if all were kept. */
  broken: string[];
};

/** The reason why a run is not possible on this machine. */
export type SkippedRun = { skipped: string };

export type ExperimentRun = (turn: RunContext) => Promise<ExperimentFindings | SkippedRun>;

/** A repetition of the run with a planted bug, which its ledger must detect. */
export type ExperimentControl = { plants: string; rounds: number; run: ExperimentRun };

export type Experiment = {
  name: string;
  /** A description in one sentence. */
  does: string;
  promise: string;
  /** The text that explains what happens in one round. */
  unit: string;
  rounds: Record<RunLength, number>;
  run: ExperimentRun;
  controls: ExperimentControl[];
};

export type RunLength = 'short' | 'long';

/** Describes the counts that are not zero but must be. */
export function describeFaultCounts(faults: Record<string, number>): string[] {
  return Object.entries(faults).flatMap(([what, count]) =>
    count === 0 ? [] : [`${count} ${what.replaceAll('_', ' ')}`],
  );
}
