import type { Platform } from '../../../access/platform.ts';
import { emit } from '../../../events/emit.ts';
import { DAY_MS } from '../../../lib/time/clock.ts';
import { firstIdOf } from '../../../lib/ids.ts';
import { transaction, type Fragment, type Queryable } from '../../../lib/sql/sql.ts';
import { failFast } from '../../../lib/concurrency/backoffRunner.ts';
import { skillExecuted } from './events.ts';
import * as queries from '../sql/executions.ts';

const AT_ONCE = 100;
const SEARCH_BACK_MS = 7 * DAY_MS;

/** Closes executions as failed whose process died. */
export async function closeAbandonedExecutions(platform: Platform, backoff = failFast): Promise<number> {
  const { db, now } = platform;
  const first_id = oldestRelevantId(now);
  let closed = 0;
  let last: queries.AbandonedExecution | undefined;
  do {
    const abandoned = await queries.listAbandonedExecutions(db, { now, first_id, last, limit: AT_ONCE });
    for (const one of abandoned)
      if (await backoff.run(`execution ${one.id}`, () => closeExecution(platform, one))) closed++;
    last = abandoned.at(-1);
  } while (last);
  return closed;
}

export function areExecutionsAbandoned(db: Queryable, now: Date): Fragment {
  return queries.areExecutionsAbandoned(db, now, oldestRelevantId(now));
}

function oldestRelevantId(now: Date): string {
  return firstIdOf(new Date(now.getTime() - SEARCH_BACK_MS));
}

async function closeExecution(
  { db, now, tools: { clock } }: Platform,
  { account_id, id, executed_at }: queries.AbandonedExecution,
): Promise<void> {
  const settlement = {
    status: 'failure',
    answer_status: null,
    answer: null,
    error: 'The service stopped before the skill had answered',
    duration_ms: Math.max(0, now.getTime() - Date.parse(executed_at)),
  } as const;
  await transaction(db, async (tx) => {
    const settled = await queries.finishExecution(tx, account_id, id, settlement);
    if (settled && settled.caller !== 'dashboard')
      await emit(tx, account_id, 'skill.executed', skillExecuted(settled), clock.now());
  });
}
