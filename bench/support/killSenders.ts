import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { DELIVERY_LEASE_MS } from '../../src/features/webhooks/sending/sql/leases.ts';
import { eventually } from '../../support/eventually.ts';
import { isBalanced, ledgerOf } from '../../support/deliveries.ts';
import { startProcess } from './processes.ts';
import { startReceiver, type BenchReceiver } from './receiver.ts';
import { openBenchDatabase, type BenchDatabase } from './benchDatabase.ts';

const ENDPOINTS = 4;
const WORK = 20;
const WORKS_WITHIN_MS = 30_000;
const PAUSED_EVERY = 3;
/** Deliveries that a living sender has lost from its memory are released when their lease ends. */
const DRAINED_WITHIN_MS = DELIVERY_LEASE_MS + 30_000;

/**
 * Kills one sender and the writer with SIGKILL in each round while both work. In every third round they are first
 * paused until other senders have claimed their deliveries. At the end all deliveries are drained.
 */
export async function killSenders(rounds: number, event_after_commit: boolean) {
  const stage = await openBenchDatabase();
  const receiver = await startReceiver(5);
  const ctx = await stage.account();
  for (let at = 0; at < ENDPOINTS; at++) await stage.endpoint(ctx, `${receiver.url}/e${at}`);
  const input = {
    target: stage.target,
    account_id: ctx.account_id,
    event_after_commit,
    pause_ms: event_after_commit ? 0 : 10,
  };
  const startSender = () => startProcess('./senderProcess.ts', input);
  const startWriter = () => startProcess('./writerProcess.ts', input);

  const senders = [startSender(), startSender()];
  let writer = startWriter();
  const held = new Set<string>();
  let slowest_release_ms = 0;
  for (let round = 0; round < rounds; round++) {
    const sender = senders[round % 2];
    await workGoesOn(stage, receiver);
    const is_pause = (round + 1) % PAUSED_EVERY === 0;
    const gone = [...(sender ? [sender] : []), writer];
    const began_ms = performance.now();
    for (const child of gone) await (is_pause ? child.kill('SIGSTOP') : kill(child));
    const left = await noteHeld(stage, held);
    await released(stage, left);
    if (left.size > 0) slowest_release_ms = Math.max(slowest_release_ms, performance.now() - began_ms);
    if (is_pause) for (const child of gone) child.kill('SIGCONT');
    else {
      senders[round % 2] = startSender();
      writer = startWriter();
    }
  }
  await workGoesOn(stage, receiver);
  await kill(writer);
  await noteHeld(stage, held);
  await drained(stage);
  for (const sender of senders) await kill(sender);
  await receiver.catchUp();

  const result = await check(stage, receiver.arrivals);
  const ledger = await ledgerOf(stage.db);
  receiver.stop();
  await stage.close();
  const mode = event_after_commit ? 'control: event after commit' : 'event in the transaction';
  return {
    mode,
    rounds,
    ...result,
    in_flight_at_kills: held.size,
    slowest_release_ms: Math.round(slowest_release_ms),
    ...ledger,
    balanced: String(isBalanced(ledger)),
  };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Waits until the processes have done some work, and until the writer sends its own events, before they are killed. */
async function workGoesOn({ db }: BenchDatabase, { arrivals }: BenchReceiver): Promise<void> {
  const readWork = async () => {
    const [tasks] = await db<[{ count: number }]>`select count(*)::int as count from tasks`;
    return { tasks: tasks.count, arrivals: arrivals.length };
  };
  const before = await readWork();
  await eventually(
    readWork,
    (now) => now.tasks >= before.tasks + WORK && now.arrivals >= before.arrivals + WORK,
    WORKS_WITHIN_MS,
  );
  const readLeased = () => db`select 1 from webhook_queue where claim_id = event_id limit 1`;
  await eventually(readLeased, ({ length }) => length > 0, WORKS_WITHIN_MS);
}

/**
 * Finds the deliveries of the killed processes: claimed at the kill and still claimed when no further claims are
 * settled.
 */
async function noteHeld({ db }: BenchDatabase, held: Set<string>): Promise<Map<string, string>> {
  let left = await readClaims(db);
  for (let unchanged = 0; unchanged < 2;) {
    await sleep(300);
    const now = await readClaims(db);
    const still = left.entries().filter(([delivery]) => now.has(delivery));
    const before = left.size;
    left = new Map(still);
    unchanged = left.size === before ? unchanged + 1 : 0;
  }
  for (const [delivery, claim_id] of left) held.add(`${claim_id} ${delivery}`);
  return left;
}

/** Waits until none of the deliveries has its old claim. */
async function released({ db }: BenchDatabase, held: Map<string, string>): Promise<void> {
  for (;;) {
    const now = await readClaims(db);
    if (![...held].some(([delivery, claim_id]) => now.get(delivery) === claim_id)) return;
    await sleep(50);
  }
}

async function readClaims(db: BenchDatabase['db']): Promise<Map<string, string>> {
  const rows = await db<{ delivery: string; claim_id: string }[]>`
    select concat_ws(' ', event_id, endpoint_id) as delivery, claim_id
    from webhook_queue
    where claim_id is not null`;
  return new Map(rows.map(({ delivery, claim_id }) => [delivery, claim_id]));
}

async function drained({ db }: BenchDatabase): Promise<void> {
  const until = performance.now() + DRAINED_WITHIN_MS;
  while ((await ledgerOf(db)).pending > 0 && performance.now() < until) await sleep(1_000);
}

async function check({ db }: BenchDatabase, arrivals: { path: string; event_id: string; task_id: string }[]) {
  const tasks = await db<{ id: string }[]>`select id from tasks`;
  const seen = new Map<string, string[]>();
  for (const { path, event_id, task_id } of arrivals) {
    const key = `${task_id} ${path}`;
    seen.set(key, [...(seen.get(key) ?? []), event_id]);
  }
  let lost = 0;
  for (const { id } of tasks) {
    for (let at = 0; at < ENDPOINTS; at++) if (!seen.has(`${id} /e${at}`)) lost++;
  }
  const repeated = [...seen.values()].filter((ids) => ids.length > 1);
  const duplicates = repeated.reduce((sum, ids) => sum + ids.length - 1, 0);
  const other_ids = repeated.filter((ids) => new Set(ids).size > 1).length;
  return {
    tasks: tasks.length,
    arrivals: arrivals.length,
    lost,
    duplicates,
    duplicates_with_other_id: other_ids,
  };
}
