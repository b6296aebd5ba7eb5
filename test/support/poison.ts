import assert from 'node:assert/strict';
import {
  failFast,
  createBackoffRunner,
  type BackoffRunner,
} from '../../src/lib/concurrency/backoffRunner.ts';
import { createLog } from '../../src/lib/log.ts';
import type { World } from './world.ts';

const HOUR_MS = 60 * 60_000;

export type Poisoned = {
  poison: Poison;
  /** One turn of a loop. */
  run: (backoff: BackoffRunner) => Promise<unknown>;
  /** Whether everything is done that nothing is wrong with. */
  isHealthyDone: () => Promise<boolean>;
  /** Whether the rest is done, too. */
  isPoisonedDone: () => Promise<boolean>;
  /** What passes between two turns. */
  pause_ms?: number;
};

export type Poison = { plant: () => Promise<unknown>; heal: () => Promise<unknown> };

/** A constraint of this one database that refuses what would be written of a row. */
export function refusing({ db }: Pick<World, 'db'>, table: string, condition: string): Poison {
  const change = (what: string) => db.unsafe(`alter table ${table} ${what}`);
  return {
    plant: () => change(`add constraint refused check (${condition}) not valid`),
    heal: () => change(`drop constraint refused`),
  };
}

/**
 * Where the first failure ended a turn, healthy rows waited behind poisoned ones. With `backoff` they are done;
 * a poisoned one is tried again later, and is done when it is healthy again.
 */
export async function assertPassedBy({ clock }: Pick<World, 'clock'>, poisoned: Poisoned): Promise<void> {
  const { poison, run, isHealthyDone, isPoisonedDone, pause_ms = HOUR_MS } = poisoned;
  await poison.plant();
  await assert.rejects(run(failFast));
  assert.equal(await isHealthyDone(), false, 'control: done although the turn had ended');

  clock.advance(pause_ms);
  let failures = 0;
  const log = createLog('silent');
  const backoff = createBackoffRunner('test', { clock, log, onFailure: () => failures++ });
  await run(backoff);
  assert.deepEqual([await isHealthyDone(), await isPoisonedDone(), failures], [true, false, 1]);
  await run(backoff);
  assert.equal(failures, 1, 'tried again at once');

  clock.advance(pause_ms);
  await run(backoff);
  assert.equal(failures, 2, 'never tried again');
  await poison.heal();
  clock.advance(pause_ms);
  await run(backoff);
  assert.deepEqual([await isPoisonedDone(), failures], [true, 2]);
}
