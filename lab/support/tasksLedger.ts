import { checkLedger } from '../../bench/support/ledger.ts';
import type { Database } from '../../src/lib/sql/sql.ts';
import { brokenBy, type Found } from '../experiment.ts';
import type { Told } from './clients.ts';

/** What clients were told beside what exists; each request is there once, with its event. */
export async function readTasksLedger(db: Database, told: Told): Promise<Found> {
  const { acknowledged, found, lost, failures, ...pairs } = await checkLedger(db, told);
  const faults = { lost, ...pairs, other_answers: told.other_answers };
  return {
    ledger: { asked: told.sent, acknowledged, exist: found, repeated: failures, ...faults },
    broken: brokenBy(faults),
  };
}
