import { setTimeout as sleep } from 'node:timers/promises';
import { callerAt, type Answer } from '../../../support/caller.ts';
import { randomUUID } from 'node:crypto';

const PATH = '/v1/api-tenant-tasks';
export const CLIENTS = 16;
/** The time for which a lost COMMIT is looked up, minus the inaccuracy of timers. */
const FIND_OUT_MS = 1_700;
/** The deadline of a request, minus the inaccuracy of timers. */
const DEADLINE_MS = 2_500;

/** Starts clients that create (with and without an idempotency key), list and change tasks until they are stopped. */
export function startClients(url: string, key: string, clock: { read(): number }) {
  const api = callerAt(url, key);
  const over = new AbortController();
  const acknowledged: string[] = [];
  const statuses: Record<string, number> = {};
  const unexpected: string[] = [];
  let killed_ms: number | undefined;

  const calls = {
    list: () => api.get(PATH),
    create: () => api.post(PATH, { title: 'Under load' }),
    'create with a key': () => api.post(PATH, { title: 'Once' }, { 'Idempotency-Key': randomUUID() }),
    change: () => api.patch(`${PATH}?task_id=${acknowledged.at(-1)}`, { title: 'Changed' }),
  };

  /**
   * After a kill, only a write that was already running may get a 500: if its COMMIT could not be found in the time for
   * that, or until the deadline of the request.
   */
  const isExpected = (call: string, began: { at_ms: number; after_kill: boolean }, answer: Answer) => {
    const { status, text, headers } = answer;
    if (status === 200 || status === 201) return true;
    if (status === 503) return text === '' && headers.get('retry-after') !== null;
    if (status !== 500 || call === 'list' || began.after_kill || killed_ms === undefined) return false;
    const now = clock.read();
    return now - killed_ms >= FIND_OUT_MS || now - began.at_ms >= DEADLINE_MS;
  };

  const work = async () => {
    while (!over.signal.aborted)
      for (const [call, ask] of Object.entries(calls)) {
        if (call === 'change' && acknowledged.length === 0) continue;
        const began = { at_ms: clock.read(), after_kill: killed_ms !== undefined };
        const answer = await ask();
        const { status, text, body } = answer;
        if (!isExpected(call, began, answer)) unexpected.push(`${call}: ${status} ${text}`);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status === 201) acknowledged.push(body.id);
        if (status >= 500) await sleep(20);
      }
  };
  const working = Promise.all(Array.from({ length: CLIENTS }, work));
  return {
    noteKilled() {
      killed_ms = clock.read();
    },
    async stop() {
      over.abort();
      await working;
      return { acknowledged, statuses, unexpected };
    },
  };
}
