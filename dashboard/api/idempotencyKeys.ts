/**
 * Idempotency keys of the dashboard. An act is what one press starts: it may send several requests. Each request gets
 * the act's key and its own number. A retry after a failure sends the same keys in the same order, so the service does
 * nothing twice. The key travels as an argument: an act may await something between its requests while others run.
 */

/** The service accepts an idempotency key for these operations. */
let keyed_operations: readonly string[] = [];
/** The code of a refusal: the key was used for a request with another body. */
export const KEY_REUSED = 'KEY_REUSED';

/** Returns the key of the next request of an act, if its operation takes one. */
export type NextKey = (operation: string) => string | undefined;

export function setKeyedOperations(operations: readonly string[]): void {
  keyed_operations = operations;
}

/** Keeps its key until the act succeeds. A run that starts during another one is a new act. */
export function createKeyedRunner(): <A>(run: (nextKey: NextKey) => Promise<A>) => Promise<A> {
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
      if (Object(error).code === KEY_REUSED) key = undefined;
      throw error;
    } finally {
      isRunning = false;
    }
  };
}

function numberKeys(key: string): NextKey {
  let sent = 0;
  return (operation) => (keyed_operations.includes(operation) ? `${key}-${sent++}` : undefined);
}

function createKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');
}
