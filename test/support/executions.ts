import { insertExecution, type NewExecution } from '../../src/features/skills/sql/executions.ts';
import { newId } from '../../src/lib/ids.ts';
import type { Queryable } from '../../src/lib/sql/sql.ts';

/** Inserts a skill execution that has been running for 25 seconds, as a crashed process leaves it. */
export async function insertAbandonedExecution(
  db: Queryable,
  account_id: string,
  now: Date,
  changes: Partial<NewExecution> = {},
): Promise<string> {
  const id = newId(now);
  await insertExecution(db, account_id, {
    id,
    skill_id: newId(now),
    skill_name: 'Skill',
    response_target: 'api',
    caller: 'api',
    seat_id: null,
    user_id: null,
    role: null,
    session_id: null,
    arguments: {},
    status: 'running',
    executed_at: now,
    closes_at: new Date(now.getTime() + 25_000),
    ...changes,
  });
  return id;
}
