import { deliveriesWritten } from '../../../events/emit.ts';
import { systemClock } from '../../../lib/time/clock.ts';
import type { Foreground } from '../../../lib/http/foreground.ts';
import type { Metrics } from '../../../lib/http/metrics.ts';
import type { Log } from '../../../lib/log.ts';
import type { Outgoing } from '../../../lib/http/outgoing/outgoing.ts';
import type { SecretBox } from '../../../lib/crypto/secretBox.ts';
import { connect, transaction, type ConnectionTarget, type Database } from '../../../lib/sql/sql.ts';
import type { Tracer } from '../../../lib/process/tracing/spans.ts';
import { version } from '../../../lib/process/version.ts';
import { firstIdOf } from '../../../lib/ids.ts';
import { receiveWakeups, notifyOtherSenders } from './wakeups.ts';
import { measureDeliveries } from './metrics.ts';
import { cancelWaiting } from '../endpoints/sql/endpoints.ts';
import { deleteQueueRowsBefore, listOrphaned } from './sql/waiting.ts';
import { forgetSenders } from './sql/senders.ts';
import type { DeliveryResult } from './sql/settlements.ts';
import { startSender } from './sender.ts';

export type SendingOptions = {
  db: Database;
  target: ConnectionTarget;
  /** The connection for LISTEN; a pooler does not pass notifications on. */
  direct?: ConnectionTarget;
  box: SecretBox;
  outgoing: Outgoing;
  metrics: Metrics;
  foreground?: Foreground;
  log: Log;
  stop_timeout_ms: number;
  poll_ms?: number;
  /** Called for every attempt that could not be made, or not be written down. */
  onFailure?: () => void;
  /** Records traces of attempts. */
  tracer?: Tracer | undefined;
};

/**
 * The sender's own connections. Its statements join a handful of rows by their keys; without statistics of a
 * young table, or with those of a queue that was empty, the planner would rather read whole tables. What a power cut
 * takes of its commits is claimed and sent again, so they need not wait for the disk, nor keep the commits of others
 * waiting. A process that is paused while it writes results keeps their rows for as long as its transaction may be silent.
 */
export const SENDER_CONNECTIONS = {
  name: 'tenant-ops-sender',
  max: 3,
  deadline_ms: 10_000,
  session: {
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
    enable_seqscan: 'off',
    jit: 'off',
    synchronous_commit: 'off',
    idle_in_transaction_session_timeout: '10000',
  },
};

export type Sending = { wake: () => void; stop(): Promise<void> };

/** Starts a sender for what this process emits; it also wakes for hints of others, and polls. */
export async function startSending(options: SendingOptions): Promise<Sending> {
  const { box, outgoing, metrics, log, foreground, onFailure, stop_timeout_ms, poll_ms } = options;
  const db = connect(options.target, SENDER_CONNECTIONS);
  const seen: { observe?: (settlement: DeliveryResult) => void } = {};
  const sender = startSender({
    db,
    events_db: options.db,
    box,
    outgoing,
    log,
    clock: systemClock,
    random: Math.random,
    ...(poll_ms !== undefined && { poll_ms }),
    ...(foreground && { foreground }),
    ...(onFailure && { onFailure }),
    tracer: options.tracer,
    user_agent: `TenantOps-Webhooks/${version}`,
    observe: (settlement) => seen.observe?.(settlement),
  });
  seen.observe = measureDeliveries(metrics, {
    db: options.db,
    clock: systemClock,
    in_flight: sender.in_flight,
  });
  const stopListening = deliveriesWritten.listen(sender.wake);
  await sender.joined;
  const hearing = options.direct === undefined ? db : connect(options.direct, SENDER_CONNECTIONS);
  const stopHints = await receiveWakeups(hearing, sender.wake, log);
  return {
    wake: sender.wake,
    async stop() {
      stopListening();
      await stopHints().catch(() => {});
      await sender.stop(stop_timeout_ms);
      await db.end({ timeout: 1 });
    },
  };
}

/** For a process that only writes: senders run elsewhere. */
export function startWakeups(db: Database, log: Log): () => Promise<void> {
  const stopTelling = notifyOtherSenders(db, deliveriesWritten, log);
  return async () => stopTelling();
}

/** Call before the days of deliveries are dropped. */
export async function forgetDeliveries(db: Database, before: Date, now: Date): Promise<void> {
  const midnight = new Date(before.toISOString().slice(0, 10));
  await deleteQueueRowsBefore(db, firstIdOf(midnight));
  await forgetSenders(db);
  for (const { account_id, endpoint_id } of await listOrphaned(db))
    await transaction(db, (tx) => cancelWaiting(tx, account_id, endpoint_id, now));
}
