/*
 * The connection state of the page. All requests report their result here, so that a single notice can explain why
 * data is missing or outdated: no network, no response, signed out, or a newer build on the server. Components
 * subscribe with `useConnectionState`.
 */
import { useSyncExternalStore } from 'react';

/** The reason why requests fail at present: no network, connection refused, no answer, signed out. */
export type ConnectionProblem = 'offline' | 'lost' | 'silent' | 'signed_out';

type ConnectionState = { problem: ConnectionProblem | undefined; isPageOutdated: boolean };

let connectionState: ConnectionState = { problem: undefined, isPageOutdated: false };
const listeners = new Set<() => void>();

/** Records the result of a request; `undefined` means that the server answered. */
export function setConnectionProblem(problem: ConnectionProblem | undefined): void {
  publish({ ...connectionState, problem });
}

/** Compares the dashboard build of the server (a header of every answer) with the build of this page. */
export function reportServerBuild(serverBuild: string | null): void {
  if (serverBuild !== null && LOADED_BUILD !== undefined)
    publish({ ...connectionState, isPageOutdated: serverBuild !== LOADED_BUILD });
}

export const BUILD_HEADER = 'X-Dashboard-Build';
const LOADED_BUILD = document.querySelector<HTMLMetaElement>('meta[name="dashboard-build"]')?.content;

export function isPageOutdated(): boolean {
  return connectionState.isPageOutdated;
}

export function currentConnectionProblem(): ConnectionProblem | undefined {
  return connectionState.problem;
}

export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(listen, () => connectionState);
}

/** Calls `act` whenever the server answers again after a connection problem. Returns the function that unsubscribes. */
export function onReconnect(act: () => void): () => void {
  let before = connectionState.problem;
  return listen(() => {
    const isBack = before !== undefined && connectionState.problem === undefined;
    before = connectionState.problem;
    if (isBack) act();
  });
}

function publish(next: ConnectionState): void {
  if (next.problem === connectionState.problem && next.isPageOutdated === connectionState.isPageOutdated)
    return;
  connectionState = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
