import type { DeviceContext } from '../../access/context.ts';
import { findBundleOfSeat } from '../bundles/bundles.ts';
import { listActiveForms } from '../forms/forms.ts';
import { listDeviceProcedures } from '../procedures/device.ts';
import { readSeatWithUser } from '../seats/seats.ts';
import { listCallableSkills } from '../skills/device.ts';
import { listDeviceTasks } from '../tasks/device.ts';
import type { DeviceManifest } from './contract.ts';

/** Reads all data that the glasses load before a session starts. */
export async function readDeviceManifest(ctx: DeviceContext): Promise<DeviceManifest> {
  const { seat_id } = ctx.actor;
  const { seat, user, roles } = await readSeatWithUser(ctx, seat_id);
  const tasks = await listDeviceTasks(ctx, user?.user_id ?? null);
  const bundle = await findBundleOfSeat(ctx.db, ctx.account_id, seat_id);
  const skills = await listCallableSkills(ctx, seat_id);
  const forms = await listActiveForms(ctx);
  const procedures = await listDeviceProcedures(ctx, seat_id);
  return { seat, user, roles, bundle, tasks, skills, forms, procedures };
}
