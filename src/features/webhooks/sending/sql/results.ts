import { insertRows } from '../../../../lib/sql/insertRows.ts';
import {
  pipelineCommit,
  transaction,
  type Database,
  type Fragment,
  type Transaction,
} from '../../../../lib/sql/sql.ts';
import { withClaimedRow } from './claims.ts';
import { andShardOf } from './endpointQueues.ts';

/** The result of an attempt and the next step. */
export type DeliveryResult = {
  account_id: string;
  endpoint_id: string;
  event_id: string;
  claim_id: string;
  /** Part of the key that identifies the queue row. */
  leased_until: string;
  verdict: 'delivered' | 'failed' | 'again';
  /** The time of the next attempt, if there is one. */
  due_at: string | null;
  settled_at: string;
  counts_as_failure: boolean;
  id: string;
  attempt: number;
  attempted_at: string;
  outcome: string;
  status: number | null;
  address: string | null;
  dns_ms: number | null;
  connect_ms: number | null;
  first_byte_ms: number | null;
  total_ms: number;
  answer: string | null;
  request_head: string | null;
  answer_head: string | null;
};

/** The part of a result to write: everything, everything except the attempt (`state`), or only the queue row. */
export type ResultExtent = 'all' | 'state' | 'queue';

/**
 * Writes results, one transaction per account. A result is ignored if its queue row no longer has the claim of this
 * sender.
 */
// across accounts: a batch contains results of several accounts
export async function writeResults(
  db: Database,
  results: readonly DeliveryResult[],
  extent: ResultExtent = 'all',
): Promise<number> {
  const of_accounts = Map.groupBy(results, ({ account_id }) => account_id);
  const written = await Promise.allSettled(
    [...of_accounts].map(([account_id, of_account]) =>
      transaction(db, (tx) => writeResultsOf(tx, account_id, of_account, extent)),
    ),
  );
  return written.reduce((count, one) => {
    if (one.status === 'rejected') throw one.reason;
    return count + one.value;
  }, 0);
}

async function writeResultsOf(
  tx: Transaction,
  account_id: string,
  results: readonly DeliveryResult[],
  extent: ResultExtent,
): Promise<number> {
  const ended = results.filter(({ verdict }) => verdict !== 'again');
  const again = results.filter(({ verdict }) => verdict === 'again');
  const [removed, postponed] = await Promise.all([
    ended.length === 0 ? [] : removeHeld(tx, account_id, ended),
    again.length === 0 ? [] : postponeHeld(tx, account_id, again),
  ]);
  const held = new Set([...removed, ...postponed].map(deliveryKeyOf));
  const ours = results.filter((one) => held.has(deliveryKeyOf(one)));
  if (ours.length === 0) return 0;
  pipelineCommit(tx);
  await Promise.all([
    extent !== 'queue' && noteStates(tx, account_id, ours),
    extent === 'all' && insertAttempts(tx, account_id, ours),
    extent === 'all' && countAttempts(tx, account_id, ours),
  ]);
  return ours.length;
}

type DeliveryKey = { endpoint_id: string; event_id: string };

function deliveryKeyOf({ endpoint_id, event_id }: DeliveryKey): string {
  return `${endpoint_id} ${event_id}`;
}

/** Selects the queue rows that still have the claim of this sender. */
function heldRows(tx: Transaction, account_id: string, claims: readonly DeliveryResult[]): Fragment {
  const held = claims.map(({ endpoint_id, event_id, claim_id, leased_until, due_at }) => {
    return { endpoint_id, event_id, claim_id, leased_until, due_at };
  });
  return tx`
    select item.row_ctid, held.due_at
    from jsonb_to_recordset(${tx.json(held)}) as held (
      endpoint_id uuid, event_id uuid, claim_id uuid, leased_until timestamptz, due_at timestamptz
    )
    ${withClaimedRow(tx, account_id)}`;
}

async function removeHeld(
  tx: Transaction,
  account_id: string,
  ended: readonly DeliveryResult[],
): Promise<DeliveryKey[]> {
  return tx<DeliveryKey[]>`
    with held as materialized (${heldRows(tx, account_id, ended)})
    delete from webhook_queue as item
    using held
    where item.ctid = held.row_ctid
      ${andShardOf(tx, account_id)}
    returning item.endpoint_id, item.event_id`;
}

async function postponeHeld(
  tx: Transaction,
  account_id: string,
  again: readonly DeliveryResult[],
): Promise<DeliveryKey[]> {
  return tx<DeliveryKey[]>`
    with held as materialized (${heldRows(tx, account_id, again)})
    update webhook_queue as item
    set due_at = held.due_at,
        attempt = item.attempt + 1,
        claim_id = null,
        sender_id = null
    from held
    where item.ctid = held.row_ctid
      ${andShardOf(tx, account_id)}
    returning item.endpoint_id, item.event_id`;
}

async function insertAttempts(
  tx: Transaction,
  account_id: string,
  ours: readonly DeliveryResult[],
): Promise<void> {
  const rows = ours.map((one) => ({
    event_id: one.event_id,
    endpoint_id: one.endpoint_id,
    id: one.id,
    attempt: one.attempt,
    attempted_at: one.attempted_at,
    outcome: one.outcome,
    status: one.status,
    address: one.address,
    dns_ms: one.dns_ms,
    connect_ms: one.connect_ms,
    first_byte_ms: one.first_byte_ms,
    total_ms: one.total_ms,
    answer: one.answer,
    request_head: one.request_head,
    answer_head: one.answer_head,
  }));
  await tx`insert into webhook_attempts ${insertRows(tx, account_id, 'webhook_attempts', rows)}`;
}

/**
 * Updates each delivery with its own statement. Without statistics of the table, the planner would compare every result
 * with every delivery of the account in a join.
 */
async function noteStates(
  tx: Transaction,
  account_id: string,
  ours: readonly DeliveryResult[],
): Promise<void> {
  await Promise.all(ours.map((one) => noteState(tx, account_id, one)));
}

async function noteState(
  tx: Transaction,
  account_id: string,
  { event_id, endpoint_id, verdict, attempt, settled_at, due_at }: DeliveryResult,
): Promise<void> {
  await tx`
    update webhook_deliveries
    set state = ${verdict === 'again' ? 'pending' : verdict},
        attempts = ${attempt},
        settled_at = ${verdict === 'again' ? null : settled_at},
        due_at = ${due_at},
        failed_at = ${verdict === 'failed' ? settled_at : null}
    where account_id = ${account_id}
      and event_id = ${event_id}
      and endpoint_id = ${endpoint_id}`;
}

type Touched = { id: string; failures: number; attempted_at: string };

/**
 * Adds failures and sets `last_triggered_at`. An endpoint without new failures is updated at most once per second. Rows
 * are locked in id order, so that two senders cannot deadlock.
 */
async function countAttempts(
  tx: Transaction,
  account_id: string,
  ours: readonly DeliveryResult[],
): Promise<void> {
  await tx`
    with locked as materialized (
      select endpoint.id, touched.failures, touched.attempted_at
      from jsonb_to_recordset(${tx.json(touchedBy(ours))}) as touched (
        id uuid, failures integer, attempted_at timestamptz
      )
      join webhook_endpoints as endpoint
        on endpoint.account_id = ${account_id}
        and endpoint.id = touched.id
      where touched.failures > 0
        or endpoint.last_triggered_at is null
        or endpoint.last_triggered_at < touched.attempted_at - interval '1 second'
      order by endpoint.id
      for no key update of endpoint
    )
    update webhook_endpoints as endpoint
    set failure_count = least(endpoint.failure_count::bigint + locked.failures, 2147483647),
        last_triggered_at = greatest(endpoint.last_triggered_at, locked.attempted_at)
    from locked
    where endpoint.account_id = ${account_id}
      and endpoint.id = locked.id`;
}

function touchedBy(ours: readonly DeliveryResult[]): Touched[] {
  return [...Map.groupBy(ours, ({ endpoint_id }) => endpoint_id)].map(([id, of_endpoint]) => ({
    id,
    failures: of_endpoint.filter(({ counts_as_failure }) => counts_as_failure).length,
    attempted_at: of_endpoint
      .map(({ attempted_at }) => attempted_at)
      .reduce((one, two) => (one > two ? one : two)),
  }));
}
