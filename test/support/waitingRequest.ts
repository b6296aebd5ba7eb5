import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../src/service/app.ts';

const MOST_MS = 120_000;

/** Sends a request that must wait for something, and returns when the request does nothing but wait. */
export async function startWaitingRequest<Answer>(
  { server: { server }, foreground }: Pick<App, 'server' | 'foreground'>,
  ask: () => Promise<Answer>,
): Promise<{ waiting: Promise<Answer> }> {
  const arrived = once(server, 'request');
  const waiting = ask();
  await Promise.race([arrived, waiting]);
  assert.ok((await foreground.waitUntilIdle(MOST_MS)) < MOST_MS, 'it works on');
  assert.equal(await Promise.race([waiting, sleep(50, 'waits')]), 'waits');
  return { waiting };
}
