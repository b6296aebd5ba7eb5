import { setTimeout as sleep } from 'node:timers/promises';
import { ledgerOf, isBalanced } from '../../support/deliveries.ts';
import type { BenchService } from '../support/benchService.ts';
import { callers, interleave, roundOf, type Pace, type Round } from '../support/measure.ts';
import { startReceiver, type BenchReceiver } from '../support/receiver.ts';
import { requestsTo, type Requests } from '../support/requests.ts';
import { monotonicMs } from '../support/figures.ts';
import type { BenchRow, Result } from './row.ts';

const PATH = '/v1/api-tenant-tasks';
const FAN_OUT = 40;
const MOST_PENDING = 4_000;
const PER_SECOND = 20;
const AT_ONCE = 32;

/** From the answer of a create to the first byte at a receiver in another process, and how many of them a second. */
export const deliver: BenchRow = {
  name: 'deliveries',
  async measure(bench, pace) {
    const receiver = await startReceiver();
    const api = requestsTo(bench.service.url, bench.small.key, 4);
    const bare = await callBare(receiver, pace);
    const results = [
      await measureIdle(bench, receiver, { api, pace, bare: bare.one }),
      await measureSustained(bench, receiver, { api, pace, bare: bare.many }),
    ];
    await api.close();
    receiver.stop();
    return results;
  },
};

type Stand = { api: Requests; pace: Pace; bare: Round };

/** The receiver alone, called directly. */
async function callBare({ url }: BenchReceiver, pace: Pace) {
  const requests = requestsTo(url, undefined, AT_ONCE);
  const call = () => requests.send('POST', '/bare', { event_id: 'bare', data: { task_id: 'bare' } });
  const rounds = await interleave({ one: callers(1, call), many: callers(AT_ONCE, call) }, pace);
  await requests.close();
  return rounds;
}

async function measureIdle(
  bench: BenchService,
  receiver: BenchReceiver,
  { api, pace, bare }: Stand,
): Promise<Result> {
  await subscribe(api, `${receiver.url}/one`);
  const answered = new Map<string, number>();
  const from = receiver.arrivals.length;
  for (let at = 0; at < PER_SECOND * pace.seconds * pace.rounds; at++) {
    const { id } = await api.send('POST', PATH, { title: 'Delivered' });
    answered.set(id, monotonicMs());
    await sleep(1_000 / PER_SECOND);
  }
  await sleep(500);
  await unsubscribeAll(bench);
  const arrivals = receiver.arrivals.slice(from).filter(({ task_id }) => answered.has(task_id));
  const { p50_ms, p99_ms } = roundOf(
    arrivals.map(({ task_id, at }) => Math.max(0, at - (answered.get(task_id) ?? NaN))),
    1,
  );
  return {
    what: `answer to first byte, ${PER_SECOND} tasks/s`,
    unit: 'ms',
    ours: p50_ms,
    p99_ms,
    reference: { name: 'a bare call of the receiver', value: bare.p50_ms, p99_ms: bare.p99_ms },
    budget: { text: 'p50 ≤ 20 ms, p99 ≤ 100 ms', is_kept: p50_ms <= 20 && p99_ms <= 100 },
  };
}

async function measureSustained(
  bench: BenchService,
  receiver: BenchReceiver,
  { api, pace, bare }: Stand,
): Promise<Result> {
  for (let at = 0; at < FAN_OUT; at++) await subscribe(api, `${receiver.url}/many${at}`);
  const from = receiver.arrivals.length;
  const started = monotonicMs();
  const until = started + pace.seconds * pace.rounds * 1_000;
  let created = 0;
  while (monotonicMs() < until) {
    const { pending } = created % 10 === 0 ? await ledgerOf(bench.db) : { pending: 0 };
    if (pending > MOST_PENDING) await sleep(50);
    await api.send('POST', PATH, { title: 'Many' });
    created++;
  }
  const expected = from + created * FAN_OUT;
  const patience = monotonicMs() + 60_000;
  while (receiver.arrivals.length < expected && monotonicMs() < patience) await sleep(20);
  const took_s = (monotonicMs() - started) / 1_000;
  await sleep(500);
  const is_balanced = isBalanced(await ledgerOf(bench.db)) && receiver.arrivals.length >= expected;
  await unsubscribeAll(bench);
  const per_second = (created * FAN_OUT) / took_s;
  return {
    what: `deliveries, ${FAN_OUT} endpoints, ledger ${is_balanced ? '' : 'NOT '}balanced`,
    unit: 'per second',
    ours: per_second,
    reference: { name: `bare calls of the receiver, ${AT_ONCE} callers`, value: bare.per_second },
    budget: { text: '≥ 1,000 per second', is_kept: per_second >= 1_000 && is_balanced },
  };
}

async function subscribe(api: Requests, url: string): Promise<void> {
  await api.send('POST', '/v1/webhook-subscribe', { url, events: ['task.created'] });
}

async function unsubscribeAll({ db, small }: BenchService): Promise<void> {
  await db`
    update webhook_endpoints
    set deleted_at = now()
    where account_id = ${small.ctx.account_id}`;
}
