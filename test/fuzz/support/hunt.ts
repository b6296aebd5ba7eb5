import { MOST_BLOCKED_MS } from '../../limits/support/measureOperations.ts';
import { sendUntilServed } from '../../limits/support/retryOverload.ts';
import type { MeasuredProcess } from '../../../support/measured/process.ts';

/** A request that can be repeated, and its result. */
export type FuzzRequest = { name: string; send: () => Promise<FuzzResult> };
export type FuzzResult = { statuses: number[]; text: string };
/** The number of answers by status, the server errors, and the requests that blocked the event loop. */
export type FuzzFindings = { statuses: Map<number, number>; broken: string[]; held: string[] };

const BATCH = 100;
/** A garbage collection can fall into one repetition, but not into all of them. */
const REPETITIONS = 3;

/**
 * Sends requests in batches. If a batch blocked the event loop, its requests are sent again one by one to find the
 * cause.
 */
export async function runFuzzRequests(
  process: Pick<MeasuredProcess, 'takeHold'>,
  requests: number,
  draw: () => Promise<FuzzRequest>,
): Promise<FuzzFindings> {
  const findings: FuzzFindings = { statuses: new Map(), broken: [], held: [] };
  for (let sent = 0; sent < requests; sent += BATCH) {
    const shots: FuzzRequest[] = [];
    await process.takeHold();
    while (shots.length < Math.min(BATCH, requests - sent)) {
      const shot = await draw();
      shots.push(shot);
      note(findings, shot, await take(shot));
    }
    if ((await process.takeHold()) <= MOST_BLOCKED_MS) continue;
    for (const shot of shots) {
      const hold_ms = await shortestHold(process, shot);
      if (hold_ms > MOST_BLOCKED_MS) findings.held.push(`${Math.round(hold_ms)} ms: ${shot.name}`);
    }
  }
  return findings;
}

function note(
  { statuses, broken }: FuzzFindings,
  { name }: FuzzRequest,
  { statuses: own, text }: FuzzResult,
): void {
  for (const status of own) {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500) broken.push(`${name}: ${status} ${text.slice(0, 500)}`);
  }
}

function take({ send }: FuzzRequest): Promise<FuzzResult> {
  return sendUntilServed(send, ({ statuses }) => statuses);
}

async function shortestHold(process: Pick<MeasuredProcess, 'takeHold'>, shot: FuzzRequest): Promise<number> {
  let hold_ms = Infinity;
  for (let round = 0; round < REPETITIONS && hold_ms > MOST_BLOCKED_MS; round++) {
    await process.takeHold();
    await take(shot);
    hold_ms = Math.min(hold_ms, await process.takeHold());
  }
  return hold_ms;
}
