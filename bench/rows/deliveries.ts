import { setTimeout as sleep } from 'node:timers/promises';
import { isBalanced, ledgerOf, type Ledger } from '../../support/deliveries.ts';
import { eventually } from '../../support/eventually.ts';
import type { BenchService } from '../support/benchService.ts';
import { monotonicMs, percentile } from '../support/figures.ts';
import { concurrentCallers, interleave, type RoundPlan, type RoundResult } from '../support/measure.ts';
import { startReceiver, type BenchReceiver } from '../support/receiver.ts';
import { requestsTo, type Requests } from '../support/requests.ts';
import { startMeasuringProcessorTime } from '../support/processorTime.ts';
import type { BenchRow, Result } from './row.ts';

const PATH = '/v1/api-tenant-tasks';
const CALLERS = 16;
const PATIENCE_MS = 60_000;

/**
 * Measures the time from the answer of a create to the first byte at a receiver in another process, and the number
 * of deliveries per second.
 */
export const deliveryBenchmark: BenchRow = {
  name: 'deliveries',
  async measure(bench, pace) {
    const receiver = await startReceiver();
    const api = requestsTo(bench.service.url, bench.small.key, CALLERS);
    const bare = await callBare(receiver, pace);
    const stand = { bench, receiver, api, pace, bare };
    const results = [
      await measureFirstByte(stand, { per_second: 20, share: 0.5, most_ms: 1 }),
      await measureFirstByte(stand, { per_second: 200, share: 0.95, most_ms: 3 }),
      await measureSustained(stand, { endpoints: 1, least: 1_300 }),
      await measureSustained(stand, { endpoints: 10, least: 6_000 }),
    ];
    await api.close();
    receiver.stop();
    return results;
  },
};

type Stand = {
  bench: BenchService;
  receiver: BenchReceiver;
  api: Requests;
  pace: RoundPlan;
  bare: { one: RoundResult; many: RoundResult };
};

/** Calls the receiver directly, as the reference. */
async function callBare({ url }: BenchReceiver, pace: RoundPlan) {
  const requests = requestsTo(url, undefined, CALLERS);
  const call = () => requests.send('POST', '/bare', { event_id: 'bare', data: { task_id: 'bare' } });
  const rounds = await interleave(
    { one: concurrentCallers(1, call), many: concurrentCallers(CALLERS, call) },
    pace,
  );
  await requests.close();
  return rounds;
}

type FirstByte = { per_second: number; share: number; most_ms: number };

/** Creates tasks at a fixed rate, without waiting for answers. */
async function measureFirstByte(
  { bench, receiver, api, pace, bare }: Stand,
  { per_second, share, most_ms }: FirstByte,
): Promise<Result> {
  await subscribe(api, receiver, 1);
  await createPaced(api, per_second, per_second);
  const answered = await createPaced(api, per_second, per_second * pace.seconds * pace.rounds);
  // Waits first, because deleting an endpoint cancels its pending deliveries, which would be missing in the
  // next measurement.
  await drained(bench);
  await unsubscribeAll(bench);
  const waits = receiver.arrivals
    .filter(({ task_id }) => answered.has(task_id))
    .map(({ task_id, at }) => Math.max(0, at - (answered.get(task_id) ?? NaN)));
  const ours = percentile(waits, share);
  const word = share === 0.5 ? 'p50' : 'p95';
  return {
    what: `answer to first byte, ${per_second} tasks/s, ${word}`,
    unit: 'ms',
    ours,
    p99_ms: percentile(waits, 0.99),
    reference: { name: 'a bare call of the receiver', value: bare.one.p50_ms, p99_ms: bare.one.p99_ms },
    budget: {
      text: `${word} ≤ ${most_ms} ms`,
      is_kept: ours <= most_ms && waits.length === answered.size,
    },
  };
}

/** Creates tasks at a fixed rate and returns the time of each answer by task id. */
async function createPaced(api: Requests, per_second: number, count: number): Promise<Map<string, number>> {
  const answered = new Map<string, number>();
  const started = monotonicMs();
  const running: Promise<unknown>[] = [];
  for (let at = 0; at < count; at++) {
    const wait = started + (at * 1_000) / per_second - monotonicMs();
    if (wait > 0) await sleep(wait);
    const create = api.send('POST', PATH, { title: 'Delivered' });
    running.push(create.then(({ id }) => answered.set(id, monotonicMs())));
  }
  await Promise.all(running);
  return answered;
}

/** Creates tasks as fast as possible, and waits until the last delivery has arrived. */
async function measureSustained(
  { bench, receiver, api, pace, bare }: Stand,
  { endpoints, least }: { endpoints: number; least: number },
): Promise<Result> {
  await subscribe(api, receiver, endpoints);
  await concurrentCallers(CALLERS, () => api.send('POST', PATH, { title: 'First' }))(1);
  await drained(bench);
  const from = receiver.arrivals.length;
  const spending = await startMeasuringProcessorTime(bench);
  const started = monotonicMs();
  let created = 0;
  const create = async () => {
    await api.send('POST', PATH, { title: 'Many' });
    created++;
  };
  await concurrentCallers(CALLERS, create)(pace.seconds * pace.rounds);
  const arrived = () => receiver.arrivals.length - from;
  const until = monotonicMs() + PATIENCE_MS;
  while (arrived() < created * endpoints && monotonicMs() < until) await sleep(20);
  const per_second = (arrived() * 1_000) / (monotonicMs() - started);
  const ledger = await drained(bench);
  const is_balanced = isBalanced(ledger) && ledger.pending === 0 && arrived() === created * endpoints;
  await unsubscribeAll(bench);
  return {
    what: `deliveries, ${endpoints} a task, ledger ${is_balanced ? '' : 'NOT '}balanced`,
    unit: 'per second',
    ours: per_second,
    cpu_ms: await spending.perCall(created * endpoints),
    reference: { name: `bare calls of the receiver, ${CALLERS} callers`, value: bare.many.per_second },
    budget: {
      text: `≥ ${least.toLocaleString('en')} per second`,
      is_kept: per_second >= least && is_balanced,
    },
  };
}

async function drained({ db }: BenchService): Promise<Ledger> {
  await sleep(200);
  return eventually(
    () => ledgerOf(db),
    ({ pending }) => pending === 0,
    PATIENCE_MS,
    100,
  );
}

async function subscribe(api: Requests, { url }: BenchReceiver, endpoints: number): Promise<void> {
  for (let at = 0; at < endpoints; at++) {
    await api.send('POST', '/v1/webhook-subscribe', { url: `${url}/${at}`, events: ['task.created'] });
  }
}

async function unsubscribeAll({ db, small }: BenchService): Promise<void> {
  await db`
    update webhook_endpoints
    set deleted_at = now()
    where account_id = ${small.ctx.account_id}`;
}
