import type { Config } from '../config.ts';

/** How long a stop may take: short for an API, longer for a sender, whose attempts may end. */
export function stopBudget({ ROLES, DRAIN_MS }: Pick<Config, 'ROLES' | 'DRAIN_MS'>): number {
  return DRAIN_MS + (ROLES.includes('api') ? 9_200 : 19_200);
}

/** The time for the first of several processes to close after the others have ended. */
const CLOSE_TIMEOUT_MS = 4_000;

/** After how long a process that was told to stop ends whatever it still does. */
export function exitBudget(config: Config, is_member: boolean): number {
  const waits_for_others = config.PROCESSES > 1 && !is_member;
  return stopBudget(config) + (waits_for_others ? CLOSE_TIMEOUT_MS : 0);
}
