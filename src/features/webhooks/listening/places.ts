/** How many requests may wait in this process, for one account and in all. */
const MOST_OF_ACCOUNT = 5;
const MOST = 200;

const waiting = new Map<string, number>();
let total = 0;

/** A place to wait in until it is disposed of; undefined where none is free. */
export function takePlace(account_id: string): Disposable | undefined {
  const taken = waiting.get(account_id) ?? 0;
  if (taken >= MOST_OF_ACCOUNT || total >= MOST) return undefined;
  waiting.set(account_id, taken + 1);
  total++;
  return {
    [Symbol.dispose]() {
      const left = (waiting.get(account_id) ?? 1) - 1;
      if (left === 0) waiting.delete(account_id);
      else waiting.set(account_id, left);
      total--;
    },
  };
}

/** How many requests wait in this process. */
export function countWaiting(): number {
  return total;
}
