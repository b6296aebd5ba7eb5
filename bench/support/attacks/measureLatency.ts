import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../figures.ts';

export type LatencyResult = { p99_ms: number; answered: number; refused: number };

const EVERY_MS = 50;
const NEVER_MS = 10_000;

/** Sends a request every 50 ms without waiting for answers, like many independent callers. */
export async function measureLatency(
  ask: () => Promise<{ status: number }>,
  seconds: number,
): Promise<LatencyResult> {
  const waits: Promise<{ ms: number; status: number }>[] = [];
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    waits.push(timeOf(ask));
    await sleep(EVERY_MS);
  }
  const answers = await Promise.all(waits);
  return {
    p99_ms: percentile(
      answers.map(({ ms }) => ms),
      0.99,
    ),
    answered: answers.length,
    refused: answers.filter(({ status }) => status !== 200).length,
  };
}

async function timeOf(ask: () => Promise<{ status: number }>): Promise<{ ms: number; status: number }> {
  const started_ms = performance.now();
  const answered = ask().then(
    (answer) => answer.status,
    () => 0,
  );
  const status = await Promise.race([answered, sleep(NEVER_MS).then(() => 0)]);
  return { ms: status === 0 ? NEVER_MS : performance.now() - started_ms, status };
}
