import { eventually } from '../../../support/eventually.ts';

const PATIENT_MS = 30_000;

/** Repeats a request that a busy process rejects with 503, because that answer measures nothing. */
export function sendUntilServed<T>(
  send: () => Promise<T>,
  statusesOf: (answer: T) => readonly number[],
): Promise<T> {
  return eventually(send, (answer) => !statusesOf(answer).includes(503), PATIENT_MS);
}
