import { eventually } from '../../support/eventually.ts';
import type { Sender } from '../../src/features/webhooks/sending/sender.ts';
import type { World } from '../../test/support/world.ts';

/** Longer than any pause between attempts, and than a lease. */
const STEP_MS = 70_000;
const STEPS = 12;
/** An attempt has 15 seconds. */
const QUIET_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;

/** Lets held time pass until no delivery waits any more, or nothing would change that. */
export async function drainQueue(world: World, sender: Sender): Promise<void> {
  for (let step = 0; step < STEPS; step++) {
    await whenQuiet(world, sender);
    const waiting = await world.db`select from webhook_queue limit 1`;
    if (waiting.length === 0) return;
    world.clock.advance(STEP_MS);
    sender.wake();
  }
}

/** Waits until no delivery that is due is left, claimed or not. */
async function whenQuiet({ db, clock }: World, sender: Sender): Promise<void> {
  const readBusy = async () => {
    const due = await db`
      select from webhook_queue
      where claim_id is not null
         or due_at <= ${clock.now()}
      limit 1`;
    return due.length + sender.in_flight();
  };
  await eventually(readBusy, (busy) => busy === 0, QUIET_WITHIN_MS, LOOK_EVERY_MS);
}
