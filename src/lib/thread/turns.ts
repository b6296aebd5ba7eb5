/** Who waits for something of which there is only one. */
export type Turns<Item> = {
  /** False when so many of this owner wait already that this one is turned away. */
  add(owner: string, item: Item): boolean;
  /** The next of the owner who has used the least; what one owner brings keeps its order. */
  next(): { owner: string; item: Item } | undefined;
  /** What the last item of an owner has used, whatever the unit. */
  note(owner: string, used: number): void;
};

type Line<Item> = { items: Item[]; used: number };

export function createTurns<Item>(most_of_one: number): Turns<Item> {
  const lines = new Map<string, Line<Item>>();
  /** Who comes later begins with what the most modest of the others has used: it is no use to have been away. */
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

/** Of those who have something waiting; the first to have come where two have used the same. */
function leastOf<Item>(lines: ReadonlyMap<string, Line<Item>>): [string, Line<Item>] | undefined {
  let least: [string, Line<Item>] | undefined;
  for (const entry of lines) {
    if (entry[1].items.length > 0 && (!least || entry[1].used < least[1].used)) least = entry;
  }
  return least;
}
