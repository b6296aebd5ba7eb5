import { Agent, request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { readInput } from './processes.ts';
import type { Request } from './caller.ts';

export type BusyAccountLoad = {
  url: string;
  headers: Record<string, string>;
  at_once: number;
  turns: Request[];
};
/** The number of answers by status. */
export type AnswerCounts = Record<string, number>;

const LONGEST_PAUSE_MS = 1_000;

/*
 * Callers that send the next request as soon as the previous one is answered. A rejected caller waits as long as
 * Retry-After says.
 */
const { url, headers, at_once, turns }: BusyAccountLoad = readInput();
const agent = new Agent({ keepAlive: true });
const answers: AnswerCounts = {};
for (let caller = 0; caller < at_once; caller++) void callOn(caller);
process.on('message', () => process.send?.(answers));
process.on('disconnect', () => process.exit(0));
const started = setInterval(() => {
  if (Object.keys(answers).length === 0) return;
  clearInterval(started);
  process.send?.(answers);
}, 50);

async function callOn(caller: number): Promise<never> {
  for (let turn = caller; ; turn++) {
    const asked = turns[turn % turns.length];
    const answer = asked && (await ask(asked).catch(() => undefined));
    const status = String(answer?.statusCode ?? 0);
    answers[status] = (answers[status] ?? 0) + 1;
    if (status.startsWith('2')) continue;
    const wait_ms = Number(answer?.headers['retry-after'] ?? 1) * 1_000;
    await sleep(Math.min(wait_ms, LONGEST_PAUSE_MS));
  }
}

async function ask({ method, path, body }: Request): Promise<IncomingMessage> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const own = { ...headers, ...(text !== undefined && { 'Content-Type': 'application/json' }) };
  const asking = request(url + path, { agent, headers: own, method: method ?? (text ? 'POST' : 'GET') });
  asking.end(text);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'close');
  return answer;
}
