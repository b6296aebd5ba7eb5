import { useSyncExternalStore } from 'react';

/** Why nothing can be asked for at present: no network, no listener, no answer, no sign-in. */
export type Trouble = 'offline' | 'lost' | 'silent' | 'signed_out';

type Standing = { trouble: Trouble | undefined; isOutdated: boolean };

let standing: Standing = { trouble: undefined, isOutdated: false };
const listeners = new Set<() => void>();

/** Every request says how it went: undefined where an answer came. */
export function noteContact(trouble: Trouble | undefined): void {
  tell({ ...standing, trouble });
}

/** Every answer names the build of the pages that its server has. */
export function noteBuild(theirs: string | null): void {
  if (theirs !== null && OWN_BUILD !== undefined) tell({ ...standing, isOutdated: theirs !== OWN_BUILD });
}

export const BUILD_HEADER = 'X-Dashboard-Build';
const OWN_BUILD = document.querySelector<HTMLMetaElement>('meta[name="dashboard-build"]')?.content;

export function isOutdated(): boolean {
  return standing.isOutdated;
}

export function findTrouble(): Trouble | undefined {
  return standing.trouble;
}

export function useStanding(): Standing {
  return useSyncExternalStore(listen, () => standing);
}

/** Calls whenever an answer comes after a time without. */
export function whenBack(act: () => void): () => void {
  let before = standing.trouble;
  return listen(() => {
    const isBack = before !== undefined && standing.trouble === undefined;
    before = standing.trouble;
    if (isBack) act();
  });
}

function tell(next: Standing): void {
  if (next.trouble === standing.trouble && next.isOutdated === standing.isOutdated) return;
  standing = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
