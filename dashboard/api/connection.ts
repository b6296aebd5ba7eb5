import { useSyncExternalStore } from 'react';

let isConnected = true;
const listeners = new Set<() => void>();

/** Every request says whether it reached the service. */
export function noteContact(reached: boolean): void {
  if (reached === isConnected) return;
  isConnected = reached;
  for (const listener of listeners) listener();
}

export function useConnected(): boolean {
  return useSyncExternalStore(listen, () => isConnected);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
