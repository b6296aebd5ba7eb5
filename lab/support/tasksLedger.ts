import { checkLedger, type LedgerFindings } from '../../bench/support/ledger.ts';
import type { Database } from '../../src/lib/sql/sql.ts';
import { describeFaultCounts, type ExperimentFindings } from '../experiment.ts';
import type { ClientFindings } from './clients.ts';

/** Compares the acknowledged tasks with the stored ones: each request must exist once, with its event. */
export async function readTasksLedger(db: Database, told: ClientFindings): Promise<ExperimentFindings> {
  const { acknowledged, found, lost, failures, ...pairs } = await checkLedger(db, told);
  const faults = { lost, ...pairs, other_answers: told.other_answers };
  return {
    ledger: { asked: told.sent, acknowledged, exist: found, repeated: failures, ...faults },
    broken: describeTaskFaults(faults),
  };
}

type TaskFaults = Pick<LedgerFindings, 'lost' | 'duplicates' | 'tasks_without_event' | 'events_without_task'>;

/** Describes the faults of a ledger of tasks, with what was lost, created twice or answered differently. */
export function describeTaskFaults(faults: TaskFaults & { other_answers?: number }): string[] {
  const { lost, duplicates, tasks_without_event, events_without_task, other_answers = 0 } = faults;
  return describeFaultCounts({
    acknowledged_tasks_lost: lost,
    duplicate_tasks_or_events: duplicates,
    tasks_without_event,
    events_without_task,
    repeated_requests_with_a_different_response: other_answers,
  });
}
