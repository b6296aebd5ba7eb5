import type { Context, DeviceContext } from '../../access/context.ts';
import type { DeviceExecuteRequest, SkillOutput } from './contract.ts';
import { executeSkill } from './executions/executions.ts';
import type { CallableSkill } from './sql/skills.ts';
import { listCallable } from './usable.ts';

/** The context of glasses: their seat and their running session, if any. */
export async function executeOnDevice(
  ctx: DeviceContext,
  { session_id, ...request }: DeviceExecuteRequest,
): Promise<SkillOutput> {
  const { seat_id } = ctx.actor;
  const session_context = { seat_id, ...(session_id && { session_id }) };
  return executeSkill(ctx, { ...request, session_context });
}

export function listCallableSkills({ db, account_id }: Context, seat_id: string): Promise<CallableSkill[]> {
  return listCallable(db, account_id, seat_id);
}
