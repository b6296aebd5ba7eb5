import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';

export type Writers = {
  /** Resolves with the time until a request that starts after this call is answered with 201. */
  nextAnswer(patience_ms: number): Promise<number>;
  stop(): Promise<Ledger>;
};

const REST_AFTER_FAILURE_MS = 20;
const LOOK_EVERY_MS = 2;

/** Starts clients that create tasks one after the other and record acknowledged ids. */
export function startWriters(url: string, key: string, count: number): Writers {
  const ledger: Ledger = { sent: 0, acknowledged: [], failures: 0 };
  const state = { stopping: false, last_good_start_ms: 0 };
  const writing = Array.from({ length: count }, async () => {
    while (!state.stopping) {
      const started_ms = performance.now();
      const id = await createTask(url, key, `WO-${++ledger.sent}`);
      if (id === undefined) {
        ledger.failures++;
        await sleep(REST_AFTER_FAILURE_MS);
      } else {
        ledger.acknowledged.push(id);
        state.last_good_start_ms = Math.max(state.last_good_start_ms, started_ms);
      }
    }
  });
  const written = Promise.all(writing);
  // Prevents an unhandled rejection; the next caller that waits receives the error.
  written.catch(() => {});
  return {
    async nextAnswer(patience_ms) {
      const since_ms = performance.now();
      while (state.last_good_start_ms < since_ms) {
        if (performance.now() - since_ms > patience_ms) throw new Error('the service does not recover');
        await Promise.race([sleep(LOOK_EVERY_MS), written]);
      }
      return performance.now() - since_ms;
    },
    async stop() {
      state.stopping = true;
      await written;
      return ledger;
    },
  };
}

/** Creates a task and returns its id; undefined if it was not acknowledged. */
async function createTask(url: string, key: string, external_id: string): Promise<string | undefined> {
  const answer = await fetch(`${url}/v1/api-tenant-tasks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'Check the pump', external_id }),
  });
  // The body is empty while the database is unavailable.
  const text = await answer.text();
  return answer.status === 201 ? (JSON.parse(text) as { id: string }).id : undefined;
}
