import { deliveriesWritten } from '../../../events/emit.ts';
import { systemClock } from '../../../lib/time/clock.ts';
import type { RequestActivity } from '../../../lib/http/requestActivity.ts';
import type { Metrics } from '../../../lib/http/metrics.ts';
import type { Log } from '../../../lib/log.ts';
import type { OutgoingClient } from '../../../lib/http/outgoing/outgoing.ts';
import type { SecretBox } from '../../../lib/crypto/secretBox.ts';
import { connect, transaction, type ConnectionTarget, type Database } from '../../../lib/sql/sql.ts';
import type { Tracer } from '../../../lib/process/tracing/spans.ts';
import { version } from '../../../lib/process/version.ts';
import { firstIdOf } from '../../../lib/ids.ts';
import { subscribeToWakeups, notifyOtherSenders } from './wakeups.ts';
import { registerDeliveryMetrics } from './metrics.ts';
import { cancelWaitingDeliveries } from '../endpoints/sql/endpoints.ts';
import { deleteQueueRowsBefore, listOrphanedQueues } from './sql/waiting.ts';
import { deleteExpiredSenders } from './sql/senders.ts';
import type { DeliveryResult } from './sql/results.ts';
import { startSender } from './sender.ts';

export type SendingOptions = {
  db: Database;
  target: ConnectionTarget;
  /** A direct connection for LISTEN, because a connection pooler does not forward notifications. */
  direct?: ConnectionTarget;
  box: SecretBox;
  outgoing: OutgoingClient;
  metrics: Metrics;
  foreground?: RequestActivity;
  log: Log;
  stop_timeout_ms: number;
  poll_ms?: number;
  /** Called for each attempt that could not be made or whose result could not be written. */
  onFailure?: () => void;
  /** Records traces of attempts. */
  tracer?: Tracer | undefined;
};

/**
 * The connection pool of the sender. Its statements look up a few rows by key. The planner has no statistics of the
 * queue and would scan whole tables, so sequential scans, hash joins and merge joins are disabled. Commits are
 * asynchronous: after a power failure, deliveries whose results were lost are claimed and sent again. The idle timeout
 * limits how long a paused process keeps rows locked.
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

export type RunningSender = { wake: () => void; stop(): Promise<void> };

/** Starts a sender for the events of this process; wake-ups of other processes and polling find all other deliveries. */
export async function startSending(options: SendingOptions): Promise<RunningSender> {
  const { box, outgoing, metrics, log, foreground, onFailure, stop_timeout_ms, poll_ms } = options;
  const db = connect(options.target, SENDER_CONNECTIONS);
  const seen: { observe?: (result: DeliveryResult) => void } = {};
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
    observe: (result) => seen.observe?.(result),
  });
  seen.observe = registerDeliveryMetrics(metrics, {
    db: options.db,
    clock: systemClock,
    in_flight: sender.in_flight,
  });
  const stopListening = deliveriesWritten.subscribe(sender.wake);
  await sender.joined;
  const listening_db = options.direct === undefined ? db : connect(options.direct, SENDER_CONNECTIONS);
  const stopWakeups = await subscribeToWakeups(listening_db, sender.wake, log);
  return {
    wake: sender.wake,
    async stop() {
      stopListening();
      await stopWakeups().catch(() => {});
      await sender.stop(stop_timeout_ms);
      await db.end({ timeout: 1 });
    },
  };
}

/** For a process without a sender: notifies the senders of other processes about new deliveries. */
export function startNotifyingOtherSenders(db: Database, log: Log): () => Promise<void> {
  const stopNotifying = notifyOtherSenders(db, deliveriesWritten, log);
  return async () => stopNotifying();
}

/**
 * Deletes queue rows of old events and of deleted endpoints. Call it before the partitions of old deliveries are
 * dropped.
 */
export async function deleteOldQueueRows(db: Database, before: Date, now: Date): Promise<void> {
  const midnight = new Date(before.toISOString().slice(0, 10));
  await deleteQueueRowsBefore(db, firstIdOf(midnight));
  await deleteExpiredSenders(db);
  for (const { account_id, endpoint_id } of await listOrphanedQueues(db))
    await transaction(db, (tx) => cancelWaitingDeliveries(tx, account_id, endpoint_id, now));
}
