import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from '../../bench/support/ledger.ts';

export type Clients = {
  /** Resolves with the time until a request that starts after this call is acknowledged. */
  nextAnswer(): Promise<number>;
  /** Returns the number of requests so far that failed or had a status other than 201. */
  refused(): number;
  /** Stops the clients and resolves when each has its last answer. */
  stop(): Promise<ClientFindings>;
};

export type ClientFindings = Ledger & {
  /** The number of answers other than 201 by status; 0 means no answer. */
  refused: Record<string, number>;
  /** The number of repeated requests whose answer had another task id. */
  other_answers: number;
};

const REST_MS = 20;
const ANSWERED_WITHIN_MS = 10_000;
const ACKNOWLEDGED_WITHIN_MS = 120_000;
/** Every fifth request is repeated with its key, like a client that has lost the answer. */
const TWICE_EVERY = 5;

type ClientOptions = { count?: number; description?: string };

/** Starts clients that create tasks and repeat each request with its `Idempotency-Key` until the answer is 201. */
export function startClients(
  url: string,
  key: string,
  { count = 4, description = '' }: ClientOptions = {},
): Clients {
  const told: ClientFindings = { sent: 0, acknowledged: [], failures: 0, refused: {}, other_answers: 0 };
  const state = { is_over: false, last_good_start_ms: 0 };
  const work = async () => {
    while (!state.is_over) {
      const nth = ++told.sent;
      const request = { external_id: `WO-${nth}`, repeat_key: randomUUID(), description };
      const id = await createUntilAcknowledged(url, key, request, told, state);
      told.acknowledged.push(id);
      if (nth % TWICE_EVERY > 0) continue;
      if ((await createUntilAcknowledged(url, key, request, told, state)) !== id) told.other_answers++;
    }
  };
  const working = Promise.all(Array.from({ length: count }, work));
  // Prevents an unhandled rejection; the next caller that waits receives the error.
  working.catch(() => {});
  return {
    async nextAnswer() {
      const since_ms = performance.now();
      while (state.last_good_start_ms < since_ms) await Promise.race([sleep(REST_MS), working]);
      return performance.now() - since_ms;
    },
    refused: () => told.failures,
    async stop() {
      state.is_over = true;
      await working;
      return told;
    },
  };
}

type Request = { external_id: string; repeat_key: string; description: string };

async function createUntilAcknowledged(
  url: string,
  key: string,
  request: Request,
  told: ClientFindings,
  state: { last_good_start_ms: number },
): Promise<string> {
  const until_ms = performance.now() + ACKNOWLEDGED_WITHIN_MS;
  for (;;) {
    const began_ms = performance.now();
    const { status, id } = await create(url, key, request);
    if (id !== undefined) {
      state.last_good_start_ms = Math.max(state.last_good_start_ms, began_ms);
      return id;
    }
    told.failures++;
    told.refused[status] = (told.refused[status] ?? 0) + 1;
    if (performance.now() > until_ms) throw new Error(`no 201 in ${ACKNOWLEDGED_WITHIN_MS} ms: ${status}`);
    await sleep(REST_MS);
  }
}

async function create(url: string, key: string, { external_id, repeat_key, description }: Request) {
  const asked = fetch(`${url}/v1/api-tenant-tasks`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': repeat_key,
    },
    body: JSON.stringify({ title: 'Check the pump', external_id, description }),
    signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
  });
  return asked
    .then(async (answer) => {
      const text = await answer.text();
      const id = answer.status === 201 ? (JSON.parse(text) as { id: string }).id : undefined;
      return { status: answer.status, id };
    })
    .catch(() => ({ status: 0, id: undefined }));
}
