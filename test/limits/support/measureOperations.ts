import { methodsOf, type Operation, type Method, type Resource } from '../../../src/doors/declaration.ts';
import type { Answer, Caller } from '../../../support/caller.ts';
import type { MeasuredProcess } from '../../../support/measured/process.ts';
import type { LargestRequest } from './requests.ts';
import { sendUntilServed } from './retryOverload.ts';

/** The effect of one request on the service. */
export type RequestMeasurement = {
  what: string;
  status: number;
  sent_bytes: number;
  answer_bytes: number;
  hold_ms: number;
};

/** An operation with its door, path and method. */
export type OperationPlace = { prefix: string; resource: Resource; method: Method; operation: Operation };

export const MOST_BLOCKED_MS = 100;
/** A garbage collection can fall into one repetition, but not into all of them. */
const REPETITIONS = 3;

/** Lists the operations of all doors; those that delete come last, so that the others find their records. */
export function listPlaces(
  doors: readonly { prefix: string; resources: readonly Resource[] }[],
): OperationPlace[] {
  const places = doors.flatMap(({ prefix, resources }) =>
    resources.flatMap((resource) =>
      methodsOf(resource).flatMap((method) => {
        const operation = resource.operations[method];
        return operation ? [{ prefix, resource, method, operation }] : [];
      }),
    ),
  );
  return places.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
}

export function nameOf({ prefix, resource, method }: OperationPlace): string {
  return `${method} ${prefix}${resource.path}`;
}

/**
 * Sends a request, and repeats it if it blocked the event loop for too long. The shortest block is the request's
 * own.
 */
export async function measureRequest(
  process: MeasuredProcess,
  { what, body }: LargestRequest,
  send: (raw: string | undefined) => Promise<Pick<Answer, 'status' | 'text'>>,
): Promise<RequestMeasurement> {
  const raw = body?.();
  let hold_ms = Infinity;
  let answer: Pick<Answer, 'status' | 'text'> = { status: 0, text: '' };
  for (let round = 0; round < REPETITIONS && hold_ms > MOST_BLOCKED_MS; round++) {
    await process.takeHold();
    answer = await sendUntilServed(
      () => send(raw),
      ({ status }) => [status],
    );
    hold_ms = Math.min(hold_ms, await process.takeHold());
  }
  const { status, text } = answer;
  return {
    what,
    status,
    sent_bytes: Buffer.byteLength(raw ?? ''),
    answer_bytes: Buffer.byteLength(text),
    hold_ms,
  };
}

/** Sends a request with a body as JSON or as a form. */
export function sendLargestRequest(
  caller: Caller,
  { prefix, resource, method }: OperationPlace,
  { query, form = false }: Pick<LargestRequest, 'query' | 'form'>,
  raw: string | undefined,
): Promise<Answer> {
  const path = prefix === '/console/v1' ? resource.path : prefix + resource.path;
  const headers = { 'Content-Type': form ? 'application/x-www-form-urlencoded' : 'application/json' };
  return caller.call(path + query, { method, ...(raw !== undefined && { raw, headers }) });
}
