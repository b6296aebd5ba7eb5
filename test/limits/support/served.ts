import { eventually } from '../../../support/eventually.ts';

const PATIENT_MS = 30_000;

/** Repeats a request that a busy process refuses, since a refusal for overload says nothing of it. */
export function sendUntilServed<T>(
  send: () => Promise<T>,
  statusesOf: (answer: T) => readonly number[],
): Promise<T> {
  return eventually(
    () => sendTwice(send),
    (answer) => !statusesOf(answer).includes(503),
    PATIENT_MS,
  );
}

/** A kept connection may end while a request is on its way to it; a second one has a connection of its own. */
async function sendTwice<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof TypeError && error.message === 'fetch failed') return send();
    throw error;
  }
}
