import { isOutdated, noteContact } from './connection.ts';
import { askWhetherThere } from './probe.ts';
import { holdsTyped } from './typed.ts';
import { t } from '../language/t.ts';

const PAUSE_MS = 2_000;
const RELOADED = 'reloaded-at';
const RELOADED_LATELY_MS = 30_000;

/** Code that an upgrade took away. */
export class CodeGone extends Error {}

/**
 * Loads code of the pages. Without a connection that waits for one; code that an upgrade took away is loaded with the
 * new pages, at the same address, unless a form would be lost by that.
 */
export async function loadSurely<T>(load: () => Promise<T>): Promise<T> {
  return await loadIfThere(load).catch((error: unknown) => {
    if (mayReload()) return reload();
    throw error;
  });
}

/** Loads code, and fails if an upgrade removed it: a prefetched page is loaded again by its address. */
export async function loadIfThere<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    const loaded = await load().catch(() => undefined);
    if (loaded !== undefined) return loaded;
    if (await askWhetherThere()) break;
    noteContact(navigator.onLine ? 'lost' : 'offline');
    await pause();
  }
  // Browsers may remember a failure: a new page has forgotten it.
  return await load().catch((error: unknown) => {
    // The router reloads by itself where a message begins as the browser's.
    throw new CodeGone(
      isOutdated() ? t('This part belongs to a new version. Reload the page to see it.') : String(error),
      { cause: error },
    );
  });
}

/** Once in a while only: where the code is missing from the new pages too, that is an error. */
export function mayReload(): boolean {
  const at = Number(sessionStorage.getItem(RELOADED) ?? 0);
  return !holdsTyped() && Date.now() - at > RELOADED_LATELY_MS;
}

export function reload(): Promise<never> {
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
  return new Promise(() => {});
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MS);
  });
}
