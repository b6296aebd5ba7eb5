import type { Database } from '../../src/lib/sql/sql.ts';

export type Ledger = { sent: number; acknowledged: string[]; failures: number };

export type LedgerFindings = {
  acknowledged: number;
  failures: number;
  found: number;
  lost: number;
  duplicates: number;
  tasks_without_event: number;
  events_without_task: number;
};

/** Compares acknowledged tasks with stored rows: no task may be lost, and each task must have its event. */
export async function checkLedger(db: Database, ledger: Ledger): Promise<LedgerFindings> {
  const tasks = await db<{ id: string; external_id: string }[]>`
    select task.id, task.external_id
    from tasks as task`;
  const events = await db<{ task_id: string }[]>`
    select event.body::json -> 'data' ->> 'task_id' as task_id
    from events as event
    where event.event = 'task.created'`;
  const found = new Set(tasks.map(({ id }) => id));
  const told = new Set(events.map(({ task_id }) => task_id));
  const asked = new Set(tasks.map(({ external_id }) => external_id));
  const kept = ledger.acknowledged.filter((id) => found.has(id)).length;
  return {
    acknowledged: ledger.acknowledged.length,
    failures: ledger.failures,
    found: tasks.length,
    lost: ledger.acknowledged.length - kept,
    duplicates: tasks.length - asked.size + (events.length - told.size),
    tasks_without_event: [...found].filter((id) => !told.has(id)).length,
    events_without_task: [...told].filter((id) => !found.has(id)).length,
  };
}
