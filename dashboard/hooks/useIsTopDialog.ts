/*
 * Dialogs and drawers can be open above each other, and the library closes all of them with one Escape key. Each
 * dialog therefore closes with Escape only while it is the one that was opened last.
 */
import { useEffect, useId, useSyncExternalStore } from 'react';

let opened: readonly string[] = [];
const listeners = new Set<() => void>();

/** True while no other dialog has been opened above this one; passed to `closeOnEscape`. */
export function useIsTopDialog(isOpen = true): boolean {
  const id = useId();
  useEffect(() => {
    if (!isOpen) return undefined;
    change([...opened, id]);
    return () => change(opened.filter((one) => one !== id));
  }, [id, isOpen]);
  return useSyncExternalStore(subscribe, () => opened.at(-1) === id);
}

function change(next: readonly string[]): void {
  opened = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
