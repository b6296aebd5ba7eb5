import { isOutdated, reportConnection } from './connection.ts';
import { isServiceReachable } from './reachability.ts';
import { hasUnsavedInput } from './unsavedForms.ts';
import { t } from '../language/t.ts';

const PAUSE_MS = 2_000;
const RELOADED_AT_KEY = 'reloaded-at';
const RELOAD_AT_MOST_EVERY_MS = 30_000;

/** Code that an upgrade took away. */
export class ChunkMissing extends Error {}

/**
 * Loads code of the pages. Without a connection that waits for one; code that an upgrade took away is loaded with the
 * new pages, at the same address, unless a form would be lost by that.
 */
export async function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  return await importOrThrowMissing(load).catch((error: unknown) => {
    if (isReloadAllowed()) return reload();
    throw error;
  });
}

/** Loads code, and fails if an upgrade removed it: a prefetched page is loaded again by its address. */
export async function importOrThrowMissing<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    const loaded = await load().catch(() => undefined);
    if (loaded !== undefined) return loaded;
    if (await isServiceReachable()) break;
    reportConnection(navigator.onLine ? 'lost' : 'offline');
    await waitBeforeRetry();
  }
  // Browsers may remember a failure: a new page has forgotten it.
  return await load().catch((error: unknown) => {
    // The router reloads by itself where a message begins as the browser's.
    throw new ChunkMissing(
      isOutdated()
        ? t('This content needs a newer version of the page. Reload the page to see it.')
        : String(error),
      { cause: error },
    );
  });
}

/** Once in a while only: where the code is missing from the new pages too, that is an error. */
export function isReloadAllowed(): boolean {
  const at = Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? 0);
  return !hasUnsavedInput() && Date.now() - at > RELOAD_AT_MOST_EVERY_MS;
}

export function reload(): Promise<never> {
  sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
  location.reload();
  return new Promise(() => {});
}

function waitBeforeRetry(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MS);
  });
}
