import { useState } from 'react';

/** The rows of a list that are chosen; those that leave the list are chosen no more. */
export type Selection<R> = {
  chosen: readonly R[];
  has: (row: R) => boolean;
  toggle: (row: R) => void;
  toggleAll: () => void;
  clear: () => void;
  nameOf: (row: R) => string;
};

type Named<R> = { keyOf: (row: R) => string; nameOf: (row: R) => string };

export function useSelection<R>(rows: readonly R[], { keyOf, nameOf }: Named<R>): Selection<R> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter((row) => keys.has(keyOf(row)));
  const has = (row: R) => keys.has(keyOf(row));
  const choose = (next: readonly R[]) => setKeys(new Set(next.map(keyOf)));
  return {
    chosen,
    has,
    toggle: (row) => choose(has(row) ? chosen.filter((one) => keyOf(one) !== keyOf(row)) : [...chosen, row]),
    toggleAll: () => choose(chosen.length === rows.length ? [] : rows),
    clear: () => choose([]),
    nameOf,
  };
}
