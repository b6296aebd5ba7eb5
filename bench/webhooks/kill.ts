import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../support/eventually.ts';
import { isBalanced, ledgerOf } from '../../support/deliveries.ts';
import { startReceiver, type BenchReceiver } from '../support/receiver.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { startProcess } from '../support/processes.ts';
import { table } from '../support/figures.ts';

/*
 * node bench/webhooks/kill.ts [rounds] [control rounds] [lease in ms]
 * Two senders and a writer that sends what it writes; every round kill -9 takes one sender and the writer while both
 * are at work. Then everything is left to drain, and each committed task must have reached each endpoint.
 */
const [rounds = 100, controlRounds = 20, lease_ms = 40_000] = process.argv.slice(2).map(Number);
const ENDPOINTS = 4;
const WORK = 20;
const WORKS_WITHIN_MS = 30_000;

const kept = await run(rounds, false);
table([kept]);
const holds = kept.lost === 0 && kept.duplicates_with_other_id === 0 && kept.balanced === 'true';
process.exitCode = holds && kept.duplicates <= kept.in_flight_at_kills ? 0 : 1;
if (controlRounds > 0) {
  const control = await run(controlRounds, true);
  table([control]);
  if (control.lost === 0) process.exitCode = 1;
}

async function run(rounds: number, event_after_commit: boolean) {
  const stage = await openStage();
  const receiver = await startReceiver(5);
  const ctx = await stage.account();
  for (let at = 0; at < ENDPOINTS; at++) await stage.endpoint(ctx, `${receiver.url}/e${at}`);
  const input = {
    target: stage.target,
    account_id: ctx.account_id,
    event_after_commit,
    pause_ms: event_after_commit ? 0 : 5,
    lease_ms,
  };
  const startSender = () => startProcess('./senderProcess.ts', input);
  const startWriter = () => startProcess('./writerProcess.ts', input);

  const senders = [startSender(), startSender()];
  let writer = startWriter();
  const held = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    const at = round % 2;
    await workGoesOn(stage, receiver);
    if (senders[at]) await kill(senders[at]);
    await kill(writer);
    await noteHeld(stage, held);
    senders[at] = startSender();
    writer = startWriter();
  }
  await workGoesOn(stage, receiver);
  await kill(writer);
  await noteHeld(stage, held);
  await drained(stage);
  await sleep(200);
  for (const sender of senders) await kill(sender);

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
    ...ledger,
    balanced: String(isBalanced(ledger)),
  };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Waits until the process has done some work before it is killed. */
async function workGoesOn({ db }: Stage, { arrivals }: BenchReceiver): Promise<void> {
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
}

/** Claimed deliveries that nobody has settled half a second later were those of the dead. */
async function noteHeld({ db }: Stage, held: Set<string>): Promise<void> {
  const read = async () => {
    const rows = await db<{ claimed: string }[]>`
      select concat_ws(' ', claim_id, event_id, endpoint_id) as claimed
      from webhook_queue
      where claim_id is not null`;
    return rows.map(({ claimed }) => claimed);
  };
  const before = new Set(await read());
  await sleep(500);
  for (const claimed of await read()) if (before.has(claimed)) held.add(claimed);
}

async function drained({ db }: Stage): Promise<void> {
  for (let waited = 0; waited < 120; waited++) {
    if ((await ledgerOf(db)).pending === 0) return;
    await sleep(1_000);
  }
}

async function check({ db }: Stage, arrivals: { path: string; event_id: string; task_id: string }[]) {
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
