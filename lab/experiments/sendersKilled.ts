import { killSenders } from '../../bench/support/killSenders.ts';
import { describeFaultCounts, type Experiment, type ExperimentFindings } from '../experiment.ts';

const ENDPOINTS = 4;

async function killWorkers(rounds: number, event_after_commit: boolean): Promise<ExperimentFindings> {
  const killed = await killSenders(rounds, event_after_commit);
  const { tasks, arrivals, lost, duplicates, duplicates_with_other_id, in_flight_at_kills } = killed;
  return {
    ledger: {
      tasks_committed: tasks,
      to_arrive: tasks * ENDPOINTS,
      arrived: arrivals,
      lost,
      twice: duplicates,
      in_flight_at_kills,
      slowest_release_ms: killed.slowest_release_ms,
    },
    broken: describeFaultCounts({
      deliveries_lost: lost,
      duplicates_with_another_id: duplicates_with_other_id,
      duplicates_beyond_those_in_flight: Math.max(0, duplicates - in_flight_at_kills),
      ledgers_out_of_balance: killed.balanced === 'true' ? 0 : 1,
    }),
  };
}

export const sendersKilledExperiment: Experiment = {
  name: 'senders-killed',
  does: 'In each round, kills or pauses two processes: a worker that sends webhooks, and the process that creates tasks and sends their events. Another worker continues.',
  promise:
    'Each committed task reaches each of four endpoints. An event arrives twice only if it was being sent during a kill, and then with the same id.',
  unit: 'kills',
  rounds: { short: 4, long: 200 },
  run: ({ rounds }) => killWorkers(rounds, false),
  controls: [
    {
      plants: 'the event is written in its own transaction after the task',
      rounds: 3,
      run: ({ rounds }) => killWorkers(rounds, true),
    },
  ],
};
