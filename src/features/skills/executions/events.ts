import type { EventData } from '../../../events/catalogue.ts';
import type { FinishedExecution } from '../sql/executions.ts';

export function skillExecuted(execution: FinishedExecution): EventData<'skill.executed'> {
  return {
    execution_id: execution.id,
    skill_id: execution.skill_id,
    skill_name: execution.skill_name,
    session_id: execution.session_id,
    user_id: execution.user_id,
    status: execution.status,
    response_target: execution.response_target,
    duration_ms: execution.duration_ms,
    executed_at: execution.executed_at,
  };
}
