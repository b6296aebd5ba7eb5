import { useSyncExternalStore } from 'react';

let is_connected = true;
const listeners = new Set<() => void>();

/** Every request says whether it reached the service. */
export function noteContact(reached: boolean): void {
  if (reached === is_connected) return;
  is_connected = reached;
  for (const listener of listeners) listener();
}

export function useConnected(): boolean {
  return useSyncExternalStore(listen, () => is_connected);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
