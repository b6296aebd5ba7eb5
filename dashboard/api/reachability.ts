import { BUILD_HEADER, reportServerBuild } from './connection.ts';

const MOST_MS = 5_000;

/** Sends a health check, and records the dashboard build of the server. */
export async function isServiceReachable(): Promise<boolean> {
  try {
    const { headers } = await fetch('/healthz', { signal: AbortSignal.timeout(MOST_MS) });
    reportServerBuild(headers.get(BUILD_HEADER));
    return true;
  } catch {
    return false;
  }
}
