import { BUILD_HEADER, reportServerBuild } from './connection.ts';

const MOST_MS = 5_000;

/** Asks if the service answers, and reads its build of the pages. */
export async function isServiceReachable(): Promise<boolean> {
  try {
    const { headers } = await fetch('/healthz', { signal: AbortSignal.timeout(MOST_MS) });
    reportServerBuild(headers.get(BUILD_HEADER));
    return true;
  } catch {
    return false;
  }
}
