/** Returns the result of the work, or rejects with `late()` after `ms`. The work itself is not cancelled. */
export function withTimeout<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/** Returns false if the work takes longer. */
export function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  return Promise.race([work.then(() => true), promise]).finally(() => clearTimeout(timer));
}
