import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../lib/time/clock.ts';
import type { Database, Fragment, Queryable } from '../lib/sql/sql.ts';
import { runIteration, startLoop, type Loop, type LoopTools } from './loop.ts';
import { listDueJobs } from './sql/due.ts';

/** Work that is looked for together with other work, in one statement. */
export type PolledJob = {
  name: string;
  isDue: (db: Queryable, now: Date) => Fragment;
  work: () => Promise<unknown>;
  /** After a turn that was due there is another one so much later: what is busy does not wait for the next look. */
  again_ms?: number;
};

export type JobPollerTools = LoopTools & { db: Database; clock: Clock };

/** With the few loops beside it a process without work asks less than once a second. */
const POLL_EVERY_MS = 1_250;

/** Looks for all of the work at once and runs what is due, each beside the others and never twice at a time. */
export function startJobPoller(watched: readonly PolledJob[], tools: JobPollerTools): Loop {
  const running = new Map<string, Promise<void>>();
  const ending = new AbortController();
  const run = async ({ name, work, again_ms }: PolledJob) => {
    await runIteration(name, work, tools);
    if (again_ms === undefined) return;
    await sleep(again_ms, undefined, { signal: ending.signal }).catch(() => {});
    if (!ending.signal.aborted) await runIteration(name, work, tools);
  };
  const pollJobs = async () => {
    const due = await findDueJobs(watched, tools);
    if (ending.signal.aborted) return;
    for (const one of due) {
      if (running.has(one.name)) continue;
      running.set(
        one.name,
        run(one).finally(() => running.delete(one.name)),
      );
    }
  };
  const loop = startLoop('look', POLL_EVERY_MS, pollJobs, tools);
  return {
    async stop() {
      ending.abort();
      await loop.stop();
      await Promise.all(running.values());
    },
  };
}

/** Asks all queues in one statement; if it fails, asks each queue alone. */
async function findDueJobs(
  watched: readonly PolledJob[],
  { db, clock, log }: JobPollerTools,
): Promise<PolledJob[]> {
  const now = clock.now();
  try {
    const due = await listDueJobs(
      db,
      watched.map(({ name, isDue }) => ({ name, is_due: isDue(db, now) })),
    );
    return watched.filter(({ name }) => due.has(name));
  } catch (err) {
    log.warn({ err }, 'background work could not be looked for together');
    return [...watched];
  }
}
