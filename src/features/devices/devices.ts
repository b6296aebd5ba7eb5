import type { Context } from '../../access/context.ts';
import { readWearer } from '../seats/seats.ts';
import { listWork } from '../tasks/device.ts';
import type { Manifest } from './contract.ts';

/** All that the glasses need to know before somebody starts. */
export async function readManifest(ctx: Context): Promise<Manifest> {
  if (ctx.actor.kind !== 'device') throw new Error('only a device has a manifest');
  const { seat, user, roles } = await readWearer(ctx, ctx.actor.seat_id);
  const tasks = await listWork(ctx, user?.user_id ?? null);
  return { seat, user, roles, bundle: null, tasks, skills: [], forms: [] };
}
