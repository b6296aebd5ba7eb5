import { measureSurvival } from '../../bench/support/durability.ts';
import type { Experiment, ExperimentFindings } from '../experiment.ts';
import { describeTaskFaults } from '../support/tasksLedger.ts';

const WRITERS = 8;

async function killDatabase(rounds: number, forgetful: boolean): Promise<ExperimentFindings> {
  const {
    acknowledged,
    found,
    failures,
    recoveries_ms,
    start_ms: _,
    ...faults
  } = await measureSurvival({
    rounds,
    writers: WRITERS,
    forgetful,
  });
  const slowest_recovery_ms = Math.round(Math.max(...recoveries_ms));
  return {
    ledger: { acknowledged, exist: found, not_acknowledged: failures, ...faults, slowest_recovery_ms },
    broken: describeTaskFaults(faults),
  };
}

export const databaseKilledExperiment: Experiment = {
  name: 'database-killed',
  does: 'Kills every process of the embedded database with SIGKILL while eight clients create tasks.',
  promise:
    'Each task that the service acknowledged with 201 exists once, with its event, and the service recovers without an operator.',
  unit: 'kills',
  rounds: { short: 3, long: 200 },
  run: ({ rounds }) => killDatabase(rounds, false),
  controls: [
    {
      plants: 'the database confirms a commit before its log is written',
      rounds: 3,
      run: ({ rounds }) => killDatabase(rounds, true),
    },
  ],
};
