import { eventually } from '../../support/eventually.ts';
import type { Sender } from '../../src/features/webhooks/sending/sender.ts';
import type { World } from '../../test/support/world.ts';

/** A step of the clock, longer than any backoff between attempts and longer than a lease. */
const STEP_MS = 70_000;
const STEPS = 12;
/** A limit that is longer than the timeout of an attempt (15 s). */
const QUIET_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;

/** Advances the held clock until no delivery is pending; gives up after a number of steps. */
export async function drainQueue(world: World, sender: Sender): Promise<void> {
  for (let step = 0; step < STEPS; step++) {
    await whenQuiet(world, sender);
    const waiting = await world.db`select from webhook_queue limit 1`;
    if (waiting.length === 0) return;
    world.clock.advance(STEP_MS);
    sender.wake();
  }
}

/** Waits until no due or claimed delivery is left. */
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
