import assert from 'node:assert/strict';
import {
  failFast,
  createBackoffRunner,
  type BackoffRunner,
} from '../../src/lib/concurrency/backoffRunner.ts';
import { createLog } from '../../src/lib/log.ts';
import type { World } from './world.ts';

const HOUR_MS = 60 * 60_000;

export type PoisonedLoop = {
  poison: RowPoison;
  /** Runs the loop once. */
  run: (backoff: BackoffRunner) => Promise<unknown>;
  /** True if all healthy rows are done. */
  isHealthyDone: () => Promise<boolean>;
  /** True if the poisoned rows are done too. */
  isPoisonedDone: () => Promise<boolean>;
  /** The time between two runs of the loop. */
  pause_ms?: number;
};

export type RowPoison = { plant: () => Promise<unknown>; heal: () => Promise<unknown> };

/** Adds a check constraint to this database, so that writing the matching rows fails. */
export function rejectRows({ db }: Pick<World, 'db'>, table: string, condition: string): RowPoison {
  const change = (what: string) => db.unsafe(`alter table ${table} ${what}`);
  return {
    plant: () => change(`add constraint refused check (${condition}) not valid`),
    heal: () => change(`drop constraint refused`),
  };
}

/**
 * Asserts that a poisoned row does not block healthy rows. Control: with `failFast`, the first failure ends the run
 * and healthy rows wait. With `backoff`, healthy rows are done, and the poisoned row is retried later and done once
 * it is healed.
 */
export async function assertPoisonDoesNotBlock(
  { clock }: Pick<World, 'clock'>,
  poisoned: PoisonedLoop,
): Promise<void> {
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
