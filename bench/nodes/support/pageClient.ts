import { setTimeout as sleep } from 'node:timers/promises';

export type TimedAnswer = { status: number; took_ms: number };

/** A client of one account that alternately creates a task and reads a page. */
export type PageClient = {
  /** Returns the answers since the previous call. */
  take(): TimedAnswer[];
  /** Resolves when a task is created by a request that starts after this call. */
  nextCreated(patience_ms: number): Promise<void>;
  /** Stops the client and returns the ids of acknowledged tasks. */
  stop(): Promise<string[]>;
};

const TASKS = '/v1/api-tenant-tasks';
/** The status for requests whose connection broke. */
const NO_ANSWER = 599;
const LOOK_EVERY_MS = 10;

export function startPageClient(url: string, key: string, pause_ms: number): PageClient {
  const ids: string[] = [];
  const state = { stopping: false, answered: [] as TimedAnswer[], last_created_ms: 0 };
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const ask = async (path: string, init: RequestInit): Promise<string> => {
    const began_ms = performance.now();
    const { status, text } = await answerOf(`${url}${path}`, { ...init, headers });
    state.answered.push({ status, took_ms: performance.now() - began_ms });
    return status < 300 ? text : '';
  };
  const visiting = (async () => {
    while (!state.stopping) {
      const began_ms = performance.now();
      const made = await ask(TASKS, { method: 'POST', body: '{"title":"Beside a lost worker"}' });
      if (made !== '') {
        ids.push((JSON.parse(made) as { id: string }).id);
        state.last_created_ms = began_ms;
      }
      await ask(`${TASKS}?limit=25`, {});
      await sleep(pause_ms);
    }
  })();
  return {
    take: () => state.answered.splice(0),
    async nextCreated(patience_ms) {
      const since_ms = performance.now();
      while (state.last_created_ms < since_ms) {
        if (performance.now() - since_ms > patience_ms) throw new Error('nothing is created again');
        await sleep(LOOK_EVERY_MS);
      }
    },
    async stop() {
      state.stopping = true;
      await visiting;
      return ids;
    },
  };
}

async function answerOf(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(url, init);
    return { status: answer.status, text: await answer.text() };
  } catch {
    return { status: NO_ANSWER, text: '' };
  }
}
