import type { PlatformContext } from '../../../access/platform.ts';
import { emit } from '../../../events/emit.ts';
import { DAY_MS } from '../../../lib/time/clock.ts';
import { firstIdOf } from '../../../lib/ids.ts';
import { transaction, type Fragment, type Queryable } from '../../../lib/sql/sql.ts';
import { failFast } from '../../../lib/concurrency/backoffRunner.ts';
import { workThroughList } from '../../../lib/concurrency/workThroughList.ts';
import { toSkillRunError } from '../kinds/kind.ts';
import { skillReasons } from '../reasons.ts';
import { skillExecuted } from './events.ts';
import * as queries from '../sql/executions.ts';

const AT_ONCE = 100;
const SEARCH_BACK_MS = 7 * DAY_MS;

/** Marks executions as failed if their process died while they were running. */
export function closeAbandonedExecutions(platform: PlatformContext, backoff = failFast): Promise<number> {
  const { db, now } = platform;
  const first_id = oldestRelevantId(now);
  return workThroughList<queries.AbandonedExecution>(backoff, {
    list: (last) => queries.listAbandonedExecutions(db, { now, first_id, last, limit: AT_ONCE }),
    nameOf: ({ id }) => `execution ${id}`,
    work: (execution) => closeExecution(platform, execution),
  });
}

export function abandonedExecutionExists(db: Queryable, now: Date): Fragment {
  return queries.abandonedExecutionExists(db, now, oldestRelevantId(now));
}

function oldestRelevantId(now: Date): string {
  return firstIdOf(new Date(now.getTime() - SEARCH_BACK_MS));
}

async function closeExecution(
  { db, now, tools: { clock } }: PlatformContext,
  { account_id, id, executed_at }: queries.AbandonedExecution,
): Promise<void> {
  const settlement = {
    status: 'failure',
    answer_status: null,
    answer: null,
    ...toSkillRunError(skillReasons.execution_interrupted),
    duration_ms: Math.max(0, now.getTime() - Date.parse(executed_at)),
  } as const;
  await transaction(db, async (tx) => {
    const settled = await queries.finishExecution(tx, account_id, id, settlement);
    if (settled && settled.caller !== 'dashboard')
      await emit(tx, account_id, 'skill.executed', skillExecuted(settled), clock.now());
  });
}
