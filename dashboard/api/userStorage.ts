/*
 * Pages store data of the signed-in user in this browser, such as recent choices. A store holds the data of one user
 * only, and signing out deletes all stores, so that the next user of the browser sees nothing of the previous one.
 */
import { importWithRetry } from './importWithRetry.ts';

type UserStore = 'recent' | 'recent-choices';

const STORES: readonly UserStore[] = ['recent', 'recent-choices'];
/** The input of the signature checker, in the storage of the tab. */
export const SIGNATURE_CHECK_KEY = 'signature-check';

/** Returns undefined if nothing is stored for this user. */
export function readUserStore(store: UserStore, user_id: string): unknown {
  try {
    return Object(JSON.parse(localStorage.getItem(store) ?? '{}'))[user_id];
  } catch {
    return undefined;
  }
}

export function writeUserStore(store: UserStore, user_id: string, value: unknown): void {
  try {
    localStorage.setItem(store, JSON.stringify({ [user_id]: value }));
  } catch {
    // Without local storage the page remembers nothing.
  }
}

/** Deletes all stores and drafts, before the user signs out. */
export async function deleteStoredUserData(): Promise<void> {
  try {
    for (const store of STORES) localStorage.removeItem(store);
    sessionStorage.removeItem(SIGNATURE_CHECK_KEY);
  } catch {
    // Disabled storage has nothing to delete.
  }
  const { deleteDraftsOnSignOut: forgetDrafts } = await importWithRetry(() => import('./drafts.ts'));
  forgetDrafts();
}
