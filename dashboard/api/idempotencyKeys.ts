/**
 * Idempotency keys of the dashboard. One action of the user (a mutation) may send several requests. Each request
 * gets the key of the mutation and its own number. A retry after a failure sends the same keys in the same order, so
 * the service performs nothing twice. The key is passed as an argument, not kept globally, because mutations run
 * concurrently.
 */

/** The operations for which the service accepts an idempotency key. */
let keyed_operations: readonly string[] = [];
/** The error code for an idempotency key that was already used for a request with a different body. */
export const IDEMPOTENCY_KEY_REUSED = 'KEY_REUSED';

/** Returns the idempotency key for the next request of a mutation; undefined if the operation accepts none. */
export type NextIdempotencyKey = (operation: string) => string | undefined;

export function setOperationsWithIdempotencyKey(operations: readonly string[]): void {
  keyed_operations = operations;
}

/**
 * Keeps one idempotency key until a run succeeds, so that a retry reuses it. A run that starts during another run
 * gets a new key.
 */
export function createIdempotentRunner(): <A>(
  run: (nextKey: NextIdempotencyKey) => Promise<A>,
) => Promise<A> {
  let key: string | undefined;
  let isRunning = false;
  return async (run) => {
    if (isRunning) return run(numberKeys(createKey()));
    isRunning = true;
    try {
      const answer = await run(numberKeys((key ??= createKey())));
      key = undefined;
      return answer;
    } catch (error) {
      if (Object(error).code === IDEMPOTENCY_KEY_REUSED) key = undefined;
      throw error;
    } finally {
      isRunning = false;
    }
  };
}

function numberKeys(key: string): NextIdempotencyKey {
  let sent = 0;
  return (operation) => (keyed_operations.includes(operation) ? `${key}-${sent++}` : undefined);
}

/** Creates a random key without `crypto.randomUUID`, which does not exist on pages without HTTPS. */
export function createKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');
}
