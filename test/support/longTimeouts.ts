import { isCluster } from './cluster.ts';

/** Longer timeouts than the service has, because the tests check answers and the machine may be busy. */
export const LONG_TIMEOUTS = { deadline_ms: 60_000, connect_ms: 60_000, are_rows_spread: isCluster() };
