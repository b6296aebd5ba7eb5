/*
 * Waits for a notification or a timeout. Other processes cannot notify, so callers poll at the timeout. A caller that
 * polls for work before it waits reads `count` before the poll and passes it to `wait`: a notification during the poll
 * then ends the wait.
 */
export class WakeSignal {
  readonly #ends = new Set<() => void>();
  #count = 0;

  /** Number of notifications so far. */
  get count(): number {
    return this.#count;
  }

  /** Ends all current waits. */
  readonly notify = (): void => {
    this.#count++;
    for (const end of this.#ends) end();
  };

  /** Ends at once if the count is no longer `seen`. Without `ms`, only a notification ends the wait. */
  wait(ms?: number, seen = this.#count): Promise<void> {
    if (seen !== this.#count) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#ends.delete(end);
        resolve();
      };
      const timer = ms === undefined ? undefined : setTimeout(end, ms);
      this.#ends.add(end);
    });
  }
}
