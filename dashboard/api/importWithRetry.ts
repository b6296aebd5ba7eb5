/*
 * Chunks of the page's code are loaded on demand, which fails without a connection and after an upgrade, when the old
 * chunks no longer exist. A lost connection is retried. A missing chunk needs a reload of the page, which is limited
 * in frequency and never discards unsaved input.
 */
import { isPageOutdated, setConnectionProblem } from './connection.ts';
import { isServiceReachable } from './reachability.ts';
import { hasUnsavedInput } from './unsavedForms.ts';
import { t } from '../language/t.ts';

const PAUSE_MS = 2_000;
const RELOADED_AT_KEY = 'reloaded-at';
const RELOAD_AT_MOST_EVERY_MS = 30_000;

/** A chunk of the page's code that no longer exists on the server, because the service was upgraded. */
export class MissingChunkError extends Error {}

/**
 * Imports a chunk of the page's code. Without a connection it retries. If an upgrade removed the chunk, the page
 * reloads with the new build, unless a form has unsaved input.
 */
export async function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  return await importOrThrowMissingChunk(load).catch((error: unknown) => {
    if (isReloadAllowed()) return reloadPage();
    throw error;
  });
}

/**
 * Imports a chunk of the page's code; throws `MissingChunkError` if an upgrade removed it. Prefetching uses this
 * function, because a prefetch must not reload the page.
 */
export async function importOrThrowMissingChunk<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    const loaded = await load().catch(() => undefined);
    if (loaded !== undefined) return loaded;
    if (await isServiceReachable()) break;
    setConnectionProblem(navigator.onLine ? 'lost' : 'offline');
    await waitBeforeRetry();
  }
  // Browsers may cache a failed import; only a reload of the page clears it.
  return await load().catch((error: unknown) => {
    // The message must not begin like the browser's own import errors, because the router would then reload the page.
    throw new MissingChunkError(
      isPageOutdated()
        ? t('This content needs a newer version of the page. Reload the page to see it.')
        : String(error),
      { cause: error },
    );
  });
}

/** Limits automatic reloads, because a chunk that the new build lacks too would reload the page in a loop. */
export function isReloadAllowed(): boolean {
  const at = Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? 0);
  return !hasUnsavedInput() && Date.now() - at > RELOAD_AT_MOST_EVERY_MS;
}

export function reloadPage(): Promise<never> {
  sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
  location.reload();
  return new Promise(() => {});
}

function waitBeforeRetry(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MS);
  });
}
