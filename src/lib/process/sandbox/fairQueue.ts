/** A queue of work of several owners: the owner that has used the least is served next. */
export type FairQueue<Item> = {
  /** False when the owner has too many waiting items already. */
  push(owner: string, item: Item): boolean;
  /** Removes and returns the next item; items of one owner keep their order, owners for whom `isBusy` holds are passed over. */
  shift(isBusy?: (owner: string) => boolean): { owner: string; item: Item } | undefined;
  /** Adds the cost of an owner's last item, in any unit. */
  charge(owner: string, cost: number): void;
  /** Removes and returns all items. */
  drain(): Item[];
};

type Line<Item> = { items: Item[]; used: number };

export function createFairQueue<Item>(max_waiting_per_owner: number): FairQueue<Item> {
  const lines = new Map<string, Line<Item>>();
  /** A new owner starts with the lowest use of the waiting owners, so that absence earns no credit. */
  const openLine = (owner: string): Line<Item> => {
    const line = { items: [], used: findLeast(lines, () => false)?.[1].used ?? 0 };
    lines.set(owner, line);
    return line;
  };
  return {
    push(owner, item) {
      const { items } = lines.get(owner) ?? openLine(owner);
      if (items.length >= max_waiting_per_owner) return false;
      items.push(item);
      return true;
    },
    shift(isBusy = () => false) {
      const [owner, line] = findLeast(lines, isBusy) ?? [];
      const item = line?.items.shift();
      return owner === undefined || item === undefined ? undefined : { owner, item };
    },
    charge(owner, cost) {
      const line = lines.get(owner);
      if (!line) return;
      line.used += cost;
      if (line.items.length === 0) lines.delete(owner);
    },
    drain() {
      const items = Array.from(lines.values(), (line) => line.items).flat();
      lines.clear();
      return items;
    },
  };
}

/** The waiting owner with the least use; the earlier one when two are equal. */
function findLeast<Item>(
  lines: ReadonlyMap<string, Line<Item>>,
  isBusy: (owner: string) => boolean,
): [string, Line<Item>] | undefined {
  let least: [string, Line<Item>] | undefined;
  for (const entry of lines) {
    const [owner, { items, used }] = entry;
    if (items.length > 0 && (!least || used < least[1].used) && !isBusy(owner)) least = entry;
  }
  return least;
}
