export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

export const DAY_MS = 24 * 60 * 60_000;
