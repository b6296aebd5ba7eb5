import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Experiment, ExperimentRun } from '../../../lab/experiment.ts';

const HOLDS: ExperimentRun = async ({ rounds, seed }) => ({
  ledger: { acknowledged: rounds, exist: rounds, seed },
  broken: [],
});
const LOSES: ExperimentRun = async ({ rounds }) => ({
  ledger: { acknowledged: rounds, exist: 0 },
  broken: [`${rounds} lost`],
});
const FAILS: ExperimentRun = () => Promise.reject(new Error('no server'));
const NEVER_ENDS: ExperimentRun = () => sleep(600_000).then(() => ({ ledger: {}, broken: [] }));
const LEAVES: ExperimentRun = () => {
  const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], { stdio: 'ignore' });
  return Promise.reject(new Error(String(pid)));
};

function experiment(name: string, run: ExperimentRun, planted: ExperimentRun): Experiment {
  return {
    name,
    does: 'Counts.',
    promise: 'Nothing is lost.',
    unit: 'rounds',
    rounds: { short: 3, long: 300 },
    run,
    controls: [{ plants: 'a loss', rounds: 2, run: planted }],
  };
}

/** Planted experiments with each outcome that the lab must distinguish. */
export const EXPERIMENTS: readonly Experiment[] = [
  experiment('holds', HOLDS, LOSES),
  experiment('breaks', LOSES, LOSES),
  experiment('control-not-caught', HOLDS, HOLDS),
  experiment('fails', FAILS, LOSES),
  experiment('control-fails', HOLDS, FAILS),
  experiment('never-ends', NEVER_ENDS, LOSES),
  experiment('leaves-a-process', LEAVES, LOSES),
  experiment(
    'skipped',
    async () => ({ skipped: 'no right to mount' }),
    async () => ({ skipped: 'the same' }),
  ),
];
