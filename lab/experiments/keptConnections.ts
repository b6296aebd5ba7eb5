import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { eventually } from '../../support/eventually.ts';
import { endpointOf } from '../../test/support/endpoints.ts';
import { openReceiver } from '../../test/support/receiver.ts';
import { openWorld, type World } from '../../test/support/world.ts';
import { describeFaultCounts, type Experiment, type ExperimentFindings } from '../experiment.ts';

const ACCOUNTS = 100;
const JITTER_MS = 40;
/**
 * Idle times around which the pauses are chosen: the sender's limit for reusing a connection (2 s), and the
 * receiver's announced (5 s) and actual (6 s) limit.
 */
const MARKS_MS = [2_000, 2_000, 5_000, 6_000];
/** The number of pauses in 100 that are exactly at one of these times. */
const AT_A_MARK = 20;
const SILENCE_MS = 1_500;

type Setting = { closesEarly: boolean };

async function deliverIrregularly(rounds: number, { closesEarly }: Setting): Promise<ExperimentFindings> {
  const world = await openWorld({ webhook_allow: ['127.0.0.1'] });
  const sender = world.startSender();
  await sender.joined;
  const receiver = await openReceiver();
  after(() => receiver.close());
  const arrivals = new Map<string, () => void>();
  const endIfIdle = closesEarly ? endAfter(SILENCE_MS) : () => false;
  let requests = 0;
  receiver.answer = ({ body }, response) => {
    requests++;
    if (!endIfIdle(response)) response.writeHead(204).end();
    arrivals.get(JSON.parse(body).data.task_id)?.();
  };
  const deliverNext = async (tenant: Awaited<ReturnType<World['account']>>) => {
    const { id } = await createTask(tenant.ctx(), { title: 'Told' });
    await new Promise<void>((resolve) => arrivals.set(id, resolve));
    arrivals.delete(id);
    await sleep(drawPause());
  };
  const tenants = await Promise.all(Array.from({ length: ACCOUNTS }, () => world.account()));
  for (const tenant of tenants) await endpointOf(tenant, `${receiver.url}/hook`);
  let left = rounds;
  const sequences = tenants.map(async (tenant) => {
    while (left-- > 0) await deliverNext(tenant);
  });
  await Promise.all(sequences);
  const attempts = await eventually(
    () => countAttempts(world),
    ({ attempts: count }) => count >= rounds,
  );
  return {
    ledger: { deliveries: rounds, requests, connections: receiver.connections, ...attempts },
    broken: describeFaultCounts({
      failed_attempts: attempts.failed_attempts,
      requests_too_many_or_too_few: Math.abs(requests - rounds),
      runs_without_a_reused_connection: attempts.over_a_kept_connection > 0 ? 0 : 1,
    }),
  };
}

function drawPause(): number {
  const mark_ms =
    randomInt(100) < AT_A_MARK ? (MARKS_MS[randomInt(MARKS_MS.length)] ?? 0) - JITTER_MS / 2 : 0;
  return mark_ms + randomInt(JITTER_MS);
}

/** Closes a connection without an answer if it was idle for this long; returns true if it did. */
function endAfter(idle_ms: number): (response: ServerResponse) => boolean {
  const answered = new WeakMap<object, number>();
  return ({ socket }) => {
    if (!socket) return false;
    const was_idle_ms = performance.now() - (answered.get(socket) ?? performance.now());
    answered.set(socket, performance.now());
    if (was_idle_ms < idle_ms) return false;
    socket.destroy();
    return true;
  };
}

async function countAttempts({ db }: World) {
  const [counts] = await db<[{ attempts: number; failed_attempts: number; over_a_kept_connection: number }]>`
    select count(*)::int as attempts,
      (count(*) filter (where outcome <> 'delivered'))::int as failed_attempts,
      (count(*) filter (where connect_ms is null))::int as over_a_kept_connection
    from webhook_attempts`;
  return counts;
}

export const keptConnectionsExperiment: Experiment = {
  name: 'kept-connections',
  does: `Delivers at irregular intervals to a Node receiver that closes idle connections after its default 5 s, for ${ACCOUNTS} accounts at once; one pause in five is at 2, 5 or 6 s.`,
  promise: 'No attempt fails, and the receiver gets exactly one request for each delivery.',
  unit: 'deliveries',
  rounds: { short: 10_000, long: 50_000 },
  run: ({ rounds }) => deliverIrregularly(rounds, { closesEarly: false }),
  controls: [
    {
      plants: `the receiver closes connections after ${SILENCE_MS} ms of inactivity and announces 5 s`,
      rounds: 1_000,
      run: ({ rounds }) => deliverIrregularly(rounds, { closesEarly: true }),
    },
  ],
};
