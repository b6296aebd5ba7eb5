import { setTimeout as sleep } from 'node:timers/promises';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { startReceiver } from '../support/receiver.ts';
import { monotonicMs, percentile, formatTable } from '../support/figures.ts';
import { openBenchDatabase } from '../support/benchDatabase.ts';

/*
 * node bench/webhooks/isolation.ts [backlog] [seconds] [hanging]
 * Measures 99 healthy endpoints alone, and next to endpoints of other accounts at the same origin that hang for 15 s
 * and share a backlog, in alternating rounds. An account has up to 100 hanging endpoints. The results are medians.
 */
const [backlog = 100_000, seconds = 15, hanging_count = 1] = process.argv.slice(2).map(Number);
const HEALTHY = 99;
const PER_ACCOUNT = 100;
const PER_SECOND = 2;
const stage = await openBenchDatabase();
const receiver = await startReceiver();
const ctx = await stage.account();
const hanging: { account_id: string; endpoint_id: string }[] = [];
for (let at = 0; at < HEALTHY; at++) await stage.endpoint(ctx, `${receiver.url}/healthy${at}`);
await hangEndpoints();
const sender = await stage.startSender();
await measure(3);

const alone: number[] = [];
const beside: number[] = [];
for (let turn = 0; turn < 3; turn++) {
  await pause(true);
  await sleep(turn === 0 ? 0 : 16_000);
  alone.push(await measure(seconds));
  if (turn === 0) await pileUp();
  await pause(false);
  await sleep(2_000);
  beside.push(await measure(seconds));
}
const [a, b] = [percentile(alone, 0.5), percentile(beside, 0.5)];
formatTable([
  { what: 'p99 of 99 healthy endpoints alone', each: round(alone), median: `${a.toFixed(1)} ms` },
  {
    what: `beside ${hanging_count} hanging with ${backlog} waiting`,
    each: round(beside),
    median: `${b.toFixed(1)} ms`,
  },
  { what: 'ratio', ratio: (b / a).toFixed(2) },
]);
await sender.stop();
receiver.stop();
await stage.close();

async function measure(seconds: number): Promise<number> {
  const committed = new Map<string, number>();
  const from = receiver.arrivals.length;
  for (let at = 0; at < PER_SECOND * seconds; at++) {
    const { id } = await createTask({ ...ctx, now: new Date() }, { title: 'Healthy' });
    committed.set(id, monotonicMs());
    await sleep(1000 / PER_SECOND);
  }
  const waits = () =>
    receiver.arrivals
      .slice(from)
      .filter(({ path }) => path.startsWith('/healthy'))
      .map(({ task_id, at }) => at - (committed.get(task_id) ?? NaN));
  const expected = committed.size * HEALTHY;
  for (let tries = 0; tries < 50 && waits().length < expected; tries++) await sleep(100);
  if (waits().length !== expected) throw new Error(`${waits().length} of ${expected} arrived`);
  return percentile(waits(), 0.99);
}

async function pause(paused: boolean): Promise<void> {
  await stage.db`
    update webhook_endpoints
    set paused_at = ${paused ? new Date() : null}
    where id = any (${hanging.map(({ endpoint_id }) => endpoint_id)})`;
}

async function hangEndpoints(): Promise<void> {
  for (let at = 0; at < hanging_count; at += PER_ACCOUNT) {
    const other = await stage.account();
    for (let own = at; own < Math.min(at + PER_ACCOUNT, hanging_count); own++) {
      const endpoint_id = await stage.endpoint(other, `${receiver.url}/hang`);
      hanging.push({ account_id: other.account_id, endpoint_id });
    }
  }
}

/** Inserts the backlog directly into the tables, because only its size matters. */
async function pileUp(): Promise<void> {
  const each = Math.ceil(backlog / hanging_count);
  for (const one of hanging) await pileUpFor(one, each);
}

async function pileUpFor({ account_id, endpoint_id }: (typeof hanging)[number], rows: number): Promise<void> {
  const body = JSON.stringify({ event: 'task.created', event_id: 'evt-x', data: { task_id: 'x' } });
  for (let done = 0; done < rows; done += 10_000) {
    await stage.db`
      with id as (select uuidv7() as id from generate_series(1, ${Math.min(10_000, rows - done)})),
      event as (insert into events select ${account_id}, id.id, 'task.created', ${body}, now() from id),
      delivery as (
        insert into webhook_deliveries (account_id, event_id, endpoint_id, event, created_at)
        select ${account_id}, id.id, ${endpoint_id}, 'task.created', now() from id
      )
      insert into webhook_queue (account_id, endpoint_id, event_id, due_at)
      select ${account_id}, ${endpoint_id}, id.id, now() from id`;
  }
}

function round(values: number[]): string {
  return values.map((value) => value.toFixed(1)).join(', ');
}
