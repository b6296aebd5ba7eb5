import { eventually } from '../../../support/eventually.ts';

/** Repeats a request that a busy process rejects with 503, because that answer measures nothing. */
export function sendUntilServed<T>(
  send: () => Promise<T>,
  statusesOf: (answer: T) => readonly number[],
): Promise<T> {
  return eventually(send, (answer) => !statusesOf(answer).includes(503));
}
