/** What the service does once, however often it is sent with the same key. */
let done_once: readonly string[] = [];
/** The code of a refusal: the act of this key was done, with something else in it. */
export const DONE_BEFORE = 'DONE_BEFORE';

let act: { key: string; sent: number } | undefined;

export function setOnce(operations: readonly string[]): void {
  done_once = operations;
}

/** Tried again after a failure it is the same act, with the same key; what runs beside it is another one. */
export function createAct(): <A>(run: () => Promise<A>) => Promise<A> {
  let key: string | undefined;
  let isRunning = false;
  return async (run) => {
    if (isRunning) return sendAs(newKey(), run);
    isRunning = true;
    try {
      const answer = await sendAs((key ??= newKey()), run);
      key = undefined;
      return answer;
    } catch (error) {
      if (Object(error).code === DONE_BEFORE) key = undefined;
      throw error;
    } finally {
      isRunning = false;
    }
  };
}

/** What `run` sends at once carries this key. */
function sendAs<A>(key: string, run: () => A): A {
  act = { key, sent: 0 };
  try {
    return run();
  } finally {
    act = undefined;
  }
}

/** What to send an operation of the present act with. */
export function onceKey(operation: string): string | undefined {
  return act && done_once.includes(operation) ? `${act.key}-${act.sent++}` : undefined;
}

/** Unlike all others of the same person. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');
}
