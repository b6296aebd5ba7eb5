import { isCluster } from './cluster.ts';

/** More patient than the service is: what is measured are answers, on a machine that may be busy. */
export const PATIENT = { deadline_ms: 60_000, connect_ms: 60_000, are_rows_spread: isCluster() };
