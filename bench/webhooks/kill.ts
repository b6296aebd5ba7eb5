import { killSenders } from '../support/killing.ts';
import { table } from '../support/figures.ts';

/*
 * node bench/webhooks/kill.ts [rounds] [control rounds]
 * Two senders and a writer that sends what it writes; every round kill -9 takes one sender and the writer while both
 * are at work, or, every third, they are paused until others have taken what they held. Then everything is left to
 * drain, and each committed task must have reached each endpoint.
 */
const [rounds = 100, controlRounds = 20] = process.argv.slice(2).map(Number);
/** Far below what a lease takes that is not ended earlier. */
const RELEASED_WITHIN_MS = 20_000;

const kept = await killSenders(rounds, false);
table([kept]);
const holds = kept.lost === 0 && kept.duplicates_with_other_id === 0 && kept.balanced === 'true';
const is_released = kept.slowest_release_ms <= RELEASED_WITHIN_MS;
process.exitCode = holds && is_released && kept.duplicates <= kept.in_flight_at_kills ? 0 : 1;
if (controlRounds > 0) {
  const control = await killSenders(controlRounds, true);
  table([control]);
  if (control.lost === 0) process.exitCode = 1;
}
