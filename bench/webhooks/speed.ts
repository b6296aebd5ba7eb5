import { setTimeout as sleep } from 'node:timers/promises';
import { createTask } from '../../src/features/tasks/tasks.ts';
import type { Context } from '../../src/access/context.ts';
import { isBalanced, ledgerOf } from '../../support/deliveries.ts';
import { startReceiver, type BenchReceiver } from '../support/receiver.ts';
import { monotonicMs, percentile, formatTable } from '../support/figures.ts';
import { openBenchDatabase, type BenchDatabase } from '../support/benchDatabase.ts';

/*
 * node bench/webhooks/speed.ts [seconds]
 * Measures the time from the commit to the first byte at a receiver in another process, idle and at 200 events/s,
 * and the sustained deliveries per second with writer, sender, database and receiver on one machine.
 */
const [seconds = 20] = process.argv.slice(2).map(Number);
const stage = await openBenchDatabase();
const receiver = await startReceiver();
const sender = await stage.startSender();

const single = await stage.account();
await stage.endpoint(single, `${receiver.url}/one`);
await paced(single, 20, 2);
formatTable([
  { what: 'idle, 20 events/s', ...(await paced(single, 20, seconds)) },
  { what: '200 events/s', ...(await paced(single, 200, seconds)) },
  { what: 'sustained', ...(await sustained(stage, receiver)) },
]);
await sender.stop();
receiver.stop();
await stage.close();

/** Writes each event at its planned time, even if earlier ones are late (an open loop). */
async function paced(ctx: Context, per_second: number, seconds: number) {
  const committed = new Map<string, number>();
  const from = receiver.arrivals.length;
  const started = monotonicMs();
  const writes: Promise<void>[] = [];
  for (let at = 0; at < per_second * seconds; at++) {
    const wait = started + (at * 1000) / per_second - monotonicMs();
    if (wait > 0) await sleep(wait);
    const write = createTask({ ...ctx, now: new Date() }, { title: 'Paced' });
    writes.push(write.then(({ id }) => void committed.set(id, monotonicMs())));
  }
  await Promise.all(writes);
  await arrived(from + writes.length);
  const waits = receiver.arrivals
    .slice(from)
    .map(({ task_id, at }) => Math.max(0, at - (committed.get(task_id) ?? NaN)));
  const ms = (share: number) => `${percentile(waits, share).toFixed(1)} ms`;
  return { events: waits.length, p50: ms(0.5), p95: ms(0.95), p99: ms(0.99) };
}

async function sustained(stage: BenchDatabase, { url }: BenchReceiver) {
  const fan_out = 40;
  const { db } = stage;
  const ctx = await stage.account();
  for (let at = 0; at < fan_out; at++) await stage.endpoint(ctx, `${url}/many${at}`);
  const from = receiver.arrivals.length;
  const started = monotonicMs();
  const until = started + seconds * 1000;
  let events = 0;
  const write = async () => {
    while (monotonicMs() < until) {
      const { pending } = events % 10 === 0 ? await ledgerOf(db) : { pending: 0 };
      if (pending > 4_000) await sleep(50);
      await createTask({ ...ctx, now: new Date() }, { title: 'Many' });
      events++;
    }
  };
  await Promise.all([write(), write()]);
  await arrived(from + events * fan_out);
  const took_s = (monotonicMs() - started) / 1000;
  await sleep(300);
  const ledger = await ledgerOf(db);
  return {
    deliveries: events * fan_out,
    per_second: Math.round((events * fan_out) / took_s),
    balanced: String(isBalanced(ledger)),
    failed: ledger.failed,
  };
}

async function arrived(count: number): Promise<void> {
  const until = monotonicMs() + 60_000;
  while (receiver.arrivals.length < count && monotonicMs() < until) await sleep(20);
}
