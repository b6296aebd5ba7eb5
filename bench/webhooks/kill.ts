import { killSenders } from '../support/killSenders.ts';
import { formatTable } from '../support/figures.ts';

/*
 * node bench/webhooks/kill.ts [rounds] [control rounds]
 * Runs two senders and a writer that sends its own events. Each round kills one sender and the writer with SIGKILL
 * while both work; in every third round they are first paused until others have claimed their deliveries. At the end
 * all deliveries are drained, and each committed task must have reached each endpoint.
 */
const [rounds = 100, controlRounds = 20] = process.argv.slice(2).map(Number);
/** The limit for a release, far below the duration of a lease, so that only an early release is fast enough. */
const RELEASED_WITHIN_MS = 20_000;

const kept = await killSenders(rounds, false);
formatTable([kept]);
const holds = kept.lost === 0 && kept.duplicates_with_other_id === 0 && kept.balanced === 'true';
const is_released = kept.slowest_release_ms <= RELEASED_WITHIN_MS;
process.exitCode = holds && is_released && kept.duplicates <= kept.in_flight_at_kills ? 0 : 1;
if (controlRounds > 0) {
  const control = await killSenders(controlRounds, true);
  formatTable([control]);
  if (control.lost === 0) process.exitCode = 1;
}
