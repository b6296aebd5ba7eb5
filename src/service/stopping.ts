import type { Config } from '../config.ts';

/** A process with only workers gets more time, so that running webhook attempts can end. */
const STOP_TIMEOUT_MS = { api: 9_200, worker: 19_200 };

export function stopTimeoutMs({ ROLES, DRAIN_MS }: Pick<Config, 'ROLES' | 'DRAIN_MS'>): number {
  return DRAIN_MS + STOP_TIMEOUT_MS[ROLES.includes('api') ? 'api' : 'worker'];
}

/** The time that the first of several processes needs to close the database after the other processes have ended. */
const CLOSE_TIMEOUT_MS = 4_000;

/** The time after which a process exits even if its shutdown has not finished. */
export function exitTimeoutMs(config: Config, is_member: boolean): number {
  const waits_for_others = config.PROCESSES > 1 && !is_member;
  return stopTimeoutMs(config) + (waits_for_others ? CLOSE_TIMEOUT_MS : 0);
}
