import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../lib/time/clock.ts';
import type { Database, Fragment, Queryable } from '../lib/sql/sql.ts';
import { runIteration, startLoop, type Loop, type LoopOptions } from './loop.ts';
import { listDueJobs } from './sql/due.ts';

/** A kind of work that runs whenever it is due. The poller checks whether any kind has due work with one statement. */
export type BackgroundJob = {
  name: string;
  isDue: (db: Queryable, now: Date) => Fragment;
  work: () => Promise<unknown>;
  /** If set, the job runs a second time after this delay, instead of waiting for the next poll. */
  again_ms?: number;
};

export type JobPollerOptions = LoopOptions & { db: Database; clock: Clock };

/** With this interval, an idle process sends less than one statement per second in total. */
const POLL_EVERY_MS = 1_250;

/** Polls for due jobs with a single query and runs each due job; a job never overlaps with itself. */
export function startJobPoller(watched: readonly BackgroundJob[], tools: JobPollerOptions): Loop {
  const running = new Map<string, Promise<void>>();
  const ending = new AbortController();
  const run = async ({ name, work, again_ms }: BackgroundJob) => {
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

/** Returns the kinds of work that are due, with one statement. If it fails, all kinds are treated as due. */
async function findDueJobs(
  watched: readonly BackgroundJob[],
  { db, clock, log }: JobPollerOptions,
): Promise<BackgroundJob[]> {
  const now = clock.now();
  try {
    const due = await listDueJobs(
      db,
      watched.map(({ name, isDue }) => ({ name, is_due: isDue(db, now) })),
    );
    return watched.filter(({ name }) => due.has(name));
  } catch (err) {
    log.warn({ err }, 'poll for due background jobs failed');
    return [...watched];
  }
}
