import { useSyncExternalStore } from 'react';

/** Why nothing can be asked for at present: no network, no listener, no answer, no sign-in. */
export type ConnectionProblem = 'offline' | 'lost' | 'silent' | 'signed_out';

type ConnectionState = { trouble: ConnectionProblem | undefined; isOutdated: boolean };

let connectionState: ConnectionState = { trouble: undefined, isOutdated: false };
const listeners = new Set<() => void>();

/** Every request says how it went: undefined where an answer came. */
export function reportConnection(trouble: ConnectionProblem | undefined): void {
  publish({ ...connectionState, trouble });
}

/** Every answer names the build of the pages that its server has. */
export function reportServerBuild(theirs: string | null): void {
  if (theirs !== null && LOADED_BUILD !== undefined)
    publish({ ...connectionState, isOutdated: theirs !== LOADED_BUILD });
}

export const BUILD_HEADER = 'X-Dashboard-Build';
const LOADED_BUILD = document.querySelector<HTMLMetaElement>('meta[name="dashboard-build"]')?.content;

export function isOutdated(): boolean {
  return connectionState.isOutdated;
}

export function connectionProblem(): ConnectionProblem | undefined {
  return connectionState.trouble;
}

export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(listen, () => connectionState);
}

/** Calls whenever an answer comes after a time without. */
export function onReconnect(act: () => void): () => void {
  let before = connectionState.trouble;
  return listen(() => {
    const isBack = before !== undefined && connectionState.trouble === undefined;
    before = connectionState.trouble;
    if (isBack) act();
  });
}

function publish(next: ConnectionState): void {
  if (next.trouble === connectionState.trouble && next.isOutdated === connectionState.isOutdated) return;
  connectionState = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
