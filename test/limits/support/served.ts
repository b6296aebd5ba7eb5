import { eventually } from '../../../support/eventually.ts';

const PATIENT_MS = 30_000;

/** Repeats a request that a busy process refuses, since a refusal for overload says nothing of it. */
export function sendUntilServed<T>(
  send: () => Promise<T>,
  statusesOf: (answer: T) => readonly number[],
): Promise<T> {
  return eventually(send, (answer) => !statusesOf(answer).includes(503), PATIENT_MS);
}
