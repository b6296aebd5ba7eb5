export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

export const DAY_MS = 24 * 60 * 60_000;

/** The first moment of its day, in UTC. */
export function startOfDay(time: Date): Date {
  return new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);
}
