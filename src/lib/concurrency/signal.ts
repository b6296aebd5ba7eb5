export type Signal = {
  raise: () => void;
  /** Calls back at every raise until the returned function is called. */
  listen(onRaise: () => void): () => void;
};

/** A signal within this process, without data; missing one is harmless. */
export function createSignal(): Signal {
  const listeners = new Set<() => void>();
  return {
    raise() {
      for (const listener of listeners) listener();
    },
    listen(onRaise) {
      listeners.add(onRaise);
      return () => void listeners.delete(onRaise);
    },
  };
}
