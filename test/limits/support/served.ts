import { eventually } from '../../../support/eventually.ts';

const PATIENT_MS = 30_000;

/** Sends until a process that the machine keeps waiting takes it: a refusal for overload says nothing of the request. */
export function sendUntilServed<T>(
  send: () => Promise<T>,
  statusesOf: (answer: T) => readonly number[],
): Promise<T> {
  return eventually(send, (answer) => !statusesOf(answer).includes(503), PATIENT_MS);
}
