import type { Context, DeviceContext } from '../../access/context.ts';
import type { DeviceExecuteRequest, SkillOutput } from './contract.ts';
import { executeSkill } from './executions/executions.ts';
import type { CallableSkill } from './sql/skills.ts';
import { listCallableSkillsOfSeat } from './usable.ts';

/** Executes a skill for glasses, with their seat and the given session as context. */
export async function executeSkillForDevice(
  ctx: DeviceContext,
  { session_id, ...request }: DeviceExecuteRequest,
): Promise<SkillOutput> {
  const { seat_id } = ctx.actor;
  const session_context = { seat_id, ...(session_id && { session_id }) };
  return executeSkill(ctx, { ...request, session_context });
}

export function listCallableSkills({ db, account_id }: Context, seat_id: string): Promise<CallableSkill[]> {
  return listCallableSkillsOfSeat(db, account_id, seat_id);
}
