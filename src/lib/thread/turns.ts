/** A fair queue for a single resource. */
export type Turns<Item> = {
  /** False when too many items of this owner wait. */
  add(owner: string, item: Item): boolean;
  /** The next item of the owner with the least use; items of an owner keep their order. */
  next(): { owner: string; item: Item } | undefined;
  /** Adds the use of an owner's last item, in any unit. */
  note(owner: string, used: number): void;
};

type Line<Item> = { items: Item[]; used: number };

export function createTurns<Item>(most_of_one: number): Turns<Item> {
  const lines = new Map<string, Line<Item>>();
  /** A new owner starts with the lowest use of the others, so that absence earns nothing. */
  const open = (owner: string): Line<Item> => {
    const line = { items: [], used: leastOf(lines)?.[1].used ?? 0 };
    lines.set(owner, line);
    return line;
  };
  return {
    add(owner, item) {
      const { items } = lines.get(owner) ?? open(owner);
      if (items.length >= most_of_one) return false;
      items.push(item);
      return true;
    },
    next() {
      const [owner, line] = leastOf(lines) ?? [];
      const item = line?.items.shift();
      return owner === undefined || item === undefined ? undefined : { owner, item };
    },
    note(owner, used) {
      const line = lines.get(owner);
      if (!line) return;
      line.used += used;
      if (line.items.length === 0) lines.delete(owner);
    },
  };
}

/** The waiting owner with the least use; the earlier one of equals. */
function leastOf<Item>(lines: ReadonlyMap<string, Line<Item>>): [string, Line<Item>] | undefined {
  let least: [string, Line<Item>] | undefined;
  for (const entry of lines) {
    if (entry[1].items.length > 0 && (!least || entry[1].used < least[1].used)) least = entry;
  }
  return least;
}
