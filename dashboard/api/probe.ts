import { BUILD_HEADER, noteBuild } from './connection.ts';

const MOST_MS = 5_000;

/** Asks if the service answers, and reads its build of the pages. */
export async function askWhetherThere(): Promise<boolean> {
  try {
    const { headers } = await fetch('/healthz', { signal: AbortSignal.timeout(MOST_MS) });
    noteBuild(headers.get(BUILD_HEADER));
    return true;
  } catch {
    return false;
  }
}
