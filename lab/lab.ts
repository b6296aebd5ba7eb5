import type {
  ExperimentControl,
  Experiment,
  RunLength,
  ExperimentFindings,
  ExperimentRun,
  SkippedRun,
} from './experiment.ts';

/** Runs one experiment, or one of its controls. */
export type RunAssignment = (turn: Assignment) => Promise<ExperimentFindings | SkippedRun>;
export type Assignment = {
  name: string;
  /** The index of the control in the experiment. */
  control: number | undefined;
  rounds: number;
  seed: number;
};

type Timed<State> = State & { rounds: number; took_s: number };
export type Outcome = Timed<
  | ({ state: 'held' | 'broken' } & ExperimentFindings)
  | ({ state: 'skipped' } & SkippedRun)
  | { state: 'failed'; error: string }
>;
export type ControlOutcome = Timed<{
  plants: string;
  /** `failed`: the run failed for another reason and proves nothing. */
  state: 'caught' | 'missed' | 'skipped' | 'failed';
  told: string[];
}>;

export type Result = Pick<Experiment, 'name' | 'does' | 'promise' | 'unit'> & {
  outcome: Outcome;
  controls: ControlOutcome[];
};

export type LabOptions = {
  experiments: readonly Experiment[];
  form: RunLength;
  seed: number;
  conduct: RunAssignment;
  print: (line: string) => void;
};

/** Runs the experiments one after the other, each followed by its controls. */
export async function runLab({ experiments, form, seed, conduct, print }: LabOptions): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, does, promise, unit, rounds, controls } of experiments) {
    const assigned = { name, control: undefined, rounds: rounds[form], seed };
    const outcome = await judge(conduct, assigned);
    print(`${name}: ${outcome.state} after ${outcome.took_s} s`);
    const result: Result = { name, does, promise, unit, outcome, controls: [] };
    for (const [at, control] of controls.entries()) {
      const own = judgeControl(
        control,
        await judge(conduct, { ...assigned, control: at, rounds: control.rounds }),
      );
      print(`${name}, planted: ${control.plants}: ${own.state} after ${own.took_s} s`);
      result.controls.push(own);
    }
    results.push(result);
  }
  return results;
}

/** True if every promise was kept and every planted bug was detected. Skipped runs are ignored. */
export function isLabPassed(results: readonly Result[]): boolean {
  return results.every(
    ({ outcome, controls }) =>
      ['held', 'skipped'].includes(outcome.state) &&
      controls.every(({ state }) => ['caught', 'skipped'].includes(state)),
  );
}

/** Finds the run of an assignment. */
export function findExperimentRun(
  experiments: readonly Experiment[],
  { name, control }: Assignment,
): ExperimentRun {
  const experiment = experiments.find((one) => one.name === name);
  const found = control === undefined ? experiment : experiment?.controls[control];
  if (!found) throw new Error(`there is no experiment ${name}`);
  return found.run;
}

async function judge(conduct: RunAssignment, assigned: Assignment): Promise<Outcome> {
  const began_ms = performance.now();
  const verdict = await conduct(assigned).then(verdictOf, (error: unknown) => ({
    state: 'failed' as const,
    error: error instanceof Error ? error.message : String(error),
  }));
  return {
    ...verdict,
    rounds: assigned.rounds,
    took_s: Math.round((performance.now() - began_ms) / 100) / 10,
  };
}

function verdictOf(found: ExperimentFindings | SkippedRun) {
  if ('skipped' in found) return { state: 'skipped' as const, ...found };
  return { state: found.broken.length === 0 ? ('held' as const) : ('broken' as const), ...found };
}

function judgeControl({ plants }: ExperimentControl, outcome: Outcome): ControlOutcome {
  const { rounds, took_s } = outcome;
  const own = { plants, rounds, took_s };
  switch (outcome.state) {
    case 'broken':
      return { ...own, state: 'caught', told: outcome.broken };
    case 'held':
      return { ...own, state: 'missed', told: [] };
    case 'skipped':
      return { ...own, state: 'skipped', told: [outcome.skipped] };
    case 'failed':
      return { ...own, state: 'failed', told: [outcome.error] };
  }
}
