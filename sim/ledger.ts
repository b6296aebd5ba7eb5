import type { Database } from '../src/lib/sql/sql.ts';
import { listUsersWithWrongCounters } from '../support/wrongCounters.ts';
import * as queries from './queries.ts';

type Recorded = { session_id: string; status: string; procedures: number; is_deleted: boolean };

/** The actions of the simulated glasses, which `audit` compares with the rows of the service. */
export type SimulationLedger = { sessions: Recorded[]; tasks: string[] };

export type AuditFinding = { what: string; expected: number; found: number };

export async function auditLedger(
  db: Database,
  account_id: string,
  { sessions, tasks }: SimulationLedger,
): Promise<AuditFinding[]> {
  const rows = new Map((await queries.listSessions(db, account_id)).map((row) => [row.id, row]));
  const events = await queries.countEvents(db, account_id);
  const told = (event: string) => events.filter((one) => one.event === event);
  const sum = (counts: { count: number }[]) => counts.reduce((total, { count }) => total + count, 0);
  const asSaid = sessions.filter((said) => isAsSaid(said, rows.get(said.session_id)));
  const once = (event: string) => told(event).filter(({ count }) => count === 1);
  const completed_tasks = await queries.countCompletedTasks(db, account_id);
  return [
    { what: 'sessions, each one row', expected: sessions.length, found: rows.size },
    { what: 'sessions with state and procedures as sent', expected: sessions.length, found: asSaid.length },
    { what: 'session.started, each once', expected: sessions.length, found: once('session.started').length },
    {
      what: 'session.completed, each once',
      expected: sessions.length,
      found: once('session.completed').length,
    },
    { what: 'events of sessions in all', expected: 2 * sessions.length, found: sumOfSessions(told, sum) },
    { what: 'tasks, each one row', expected: tasks.length, found: await queries.countTasks(db, account_id) },
    { what: 'task.created, each once', expected: tasks.length, found: once('task.created').length },
    { what: 'task.created in all', expected: tasks.length, found: sum(told('task.created')) },
    {
      what: 'task.completed for completed tasks',
      expected: completed_tasks,
      found: sum(told('task.completed')),
    },
    {
      what: 'people whose counters differ from a recount',
      expected: 0,
      found: (await listUsersWithWrongCounters(db, account_id)).length,
    },
    {
      what: 'procedures of deleted sessions not withdrawn',
      expected: 0,
      found: await queries.countForgottenProcedures(db, account_id),
    },
  ];
}

function isAsSaid(said: Recorded, row: queries.SessionFacts | undefined): boolean {
  return (
    row !== undefined &&
    row.status === said.status &&
    row.procedures === said.procedures &&
    row.is_deleted === said.is_deleted
  );
}

type Told = (event: string) => queries.EventCount[];

function sumOfSessions(told: Told, sum: (counts: queries.EventCount[]) => number): number {
  return sum(told('session.started')) + sum(told('session.completed'));
}
