import { useState } from 'react';

/** The selected rows of a list. A row that leaves the list is no longer selected. */
export type Selection<R> = {
  chosen: readonly R[];
  has: (row: R) => boolean;
  toggle: (row: R) => void;
  toggleAll: () => void;
  clear: () => void;
  nameOf: (row: R) => string;
};

/** A selection that can also contain all records that match the filter, also those on other pages. */
export type MatchingSelection<R, M> = Selection<R> & {
  matching: readonly M[] | undefined;
  count: number;
  /** True from the first selection on, so that the code of the bulk actions is loaded. */
  isUsed: boolean;
  chooseMatching: (records: readonly M[]) => void;
};

type RowIdentity<R> = { keyOf: (row: R) => string; nameOf: (row: R) => string };
type Chosen<M> = { keys: ReadonlySet<string>; matching?: readonly M[]; filter: string };

/** `filter` identifies the filter of the list; another filter clears the selection. */
export function useSelection<R, M extends { id: string } = R & { id: string }>(
  rows: readonly R[],
  { keyOf, nameOf }: RowIdentity<R>,
  filter: string,
): MatchingSelection<R, M> {
  const [isUsed, setUsed] = useState(false);
  const [stored, setStored] = useState<Chosen<M>>({ keys: new Set(), filter });
  const { keys, matching }: Chosen<M> = stored.filter === filter ? stored : { keys: new Set(), filter };
  const chosen = rows.filter((row) => keys.has(keyOf(row)));
  const has = (row: R) => keys.has(keyOf(row));
  const choose = (next: readonly R[]) => {
    setUsed(true);
    setStored({ keys: new Set(next.map(keyOf)), filter });
  };
  return {
    chosen,
    has,
    toggle: (row) => choose(has(row) ? chosen.filter((one) => keyOf(one) !== keyOf(row)) : [...chosen, row]),
    toggleAll: () => choose(chosen.length === rows.length ? [] : rows),
    clear: () => choose([]),
    nameOf,
    matching,
    isUsed,
    count: matching?.length ?? chosen.length,
    chooseMatching: (records) =>
      setStored({ keys: new Set(records.map(({ id }) => id)), matching: records, filter }),
  };
}
