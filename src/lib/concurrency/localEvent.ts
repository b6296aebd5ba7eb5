export type LocalEvent = {
  emit: (key?: string) => void;
  /** Calls `onEvent` for each event of the key. Returns the function that unsubscribes. */
  subscribe(onEvent: () => void, key?: string): () => void;
};

/** Event without data for listeners in this process. Losing an event is harmless, because the listeners also poll. */
export function createLocalEvent(): LocalEvent {
  const listeners = new Map<string, Set<() => void>>();
  return {
    emit(key = '') {
      for (const listener of listeners.get(key) ?? []) listener();
    },
    subscribe(onEvent, key = '') {
      const of_key = listeners.get(key) ?? new Set();
      listeners.set(key, of_key.add(onEvent));
      return () => {
        of_key.delete(onEvent);
        if (of_key.size === 0 && listeners.get(key) === of_key) listeners.delete(key);
      };
    },
  };
}
