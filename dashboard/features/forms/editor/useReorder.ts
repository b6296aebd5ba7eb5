/*
 * Reordering by drag and drop and with the keyboard share one state: the held item and its original position. The list
 * changes while the item moves, so that the user sees the result; cancelling restores the original order.
 */
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { t } from '../../../language/t.ts';
import { trackDrag } from './trackDrag.ts';

type Held = { key: number; from: number; by: 'keys' | 'pointer' };

type List<T> = {
  items: readonly T[];
  keyOf: (item: T) => number;
  nameOf: (item: T) => string;
  onChange: (items: T[]) => void;
};

/** Reorders a list by drag and drop or with the keyboard. `said` is the announcement for screen readers. */
export function useReorder<T>(list: List<T>) {
  const [held, setHeld] = useState<Held>();
  const [said, setSaid] = useState('');
  const rows = useRef(new Map<number, HTMLElement>());
  const acts = actsOn(list, { held, setHeld, setSaid, rows: rows.current });
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  // Moving an element in the DOM removes its focus, so the focus is set again.
  useLayoutEffect(() => {
    if (held?.by === 'keys') findHandle(rows.current.get(held.key))?.focus();
  }, [held, list.items]);
  useEffect(() => {
    if (held?.by === 'keys') return leftBy(rows.current.get(held.key), () => latest.current.drop());
    if (held?.by === 'pointer')
      return trackDrag({
        onMove: (y) => latest.current.follow(y),
        onDrop: () => latest.current.drop(),
        onCancel: () => latest.current.putBack(),
      });
    return undefined;
  }, [held]);
  return {
    said,
    isHeld: (item: T) => held?.key === list.keyOf(item),
    rowOf: (item: T) => (row: HTMLElement | null) => {
      if (row) rows.current.set(list.keyOf(item), row);
      else rows.current.delete(list.keyOf(item));
    },
    handleOf: (item: T) => ({
      'data-handle': true,
      'aria-pressed': held?.key === list.keyOf(item),
      onKeyDown: (event: KeyboardEvent) => latest.current.press(item, event),
      onPointerDown: ({ button }: PointerEvent) => button === 0 && latest.current.take(item, 'pointer'),
    }),
  };
}

type State = {
  held: Held | undefined;
  setHeld: (held: Held | undefined) => void;
  setSaid: (said: string) => void;
  rows: ReadonlyMap<number, HTMLElement>;
};

function actsOn<T>({ items, keyOf, nameOf, onChange }: List<T>, { held, setHeld, setSaid, rows }: State) {
  const at = items.findIndex((item) => keyOf(item) === held?.key);
  const placeOf = (item: T, index: number) => ({ name: nameOf(item), at: index + 1, count: items.length });
  const move = (to: number) => {
    const item = items[at];
    if (!item || to < 0 || to >= items.length || to === at) return;
    onChange(items.toSpliced(at, 1).toSpliced(to, 0, item));
    setSaid(t('{name} moved to position {at} of {count}', placeOf(item, to)));
  };
  const take = (item: T, by: Held['by']) => {
    const from = items.indexOf(item);
    setHeld({ key: keyOf(item), from, by });
    setSaid(t('{name} picked up, position {at} of {count}', placeOf(item, from)));
  };
  const drop = () => {
    const item = items[at];
    if (item) setSaid(t('{name} dropped at position {at} of {count}', placeOf(item, at)));
    setHeld(undefined);
  };
  const putBack = () => {
    const item = items[at];
    if (!item || !held) return;
    move(held.from);
    setSaid(t('{name} moved back to position {at} of {count}', placeOf(item, held.from)));
    setHeld(undefined);
  };
  const acts: Record<string, () => void> = {
    ' ': drop,
    Enter: drop,
    Escape: putBack,
    ArrowUp: () => move(at - 1),
    ArrowDown: () => move(at + 1),
    Home: () => move(0),
    End: () => move(items.length - 1),
  };
  return {
    take,
    drop,
    putBack,
    press(item: T, event: KeyboardEvent) {
      const isTaken = held?.key === keyOf(item);
      const act = isTaken
        ? acts[event.key]
        : [' ', 'Enter'].includes(event.key) && (() => take(item, 'keys'));
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    },
    follow(y: number) {
      if (y > middleOf(rows, items[at + 1], keyOf)) move(at + 1);
      else if (y < middleOf(rows, items[at - 1], keyOf, -Infinity)) move(at - 1);
    },
  };
}

function middleOf<T>(
  rows: ReadonlyMap<number, HTMLElement>,
  item: T | undefined,
  keyOf: (item: T) => number,
  otherwise = Infinity,
): number {
  const box = item === undefined ? undefined : rows.get(keyOf(item))?.getBoundingClientRect();
  return box ? box.top + box.height / 2 : otherwise;
}

function findHandle(row: HTMLElement | undefined): HTMLElement | null | undefined {
  return row?.querySelector<HTMLElement>('[data-handle]');
}

/** Calls back when the focus moves to another element. Moving the row only blurs its handle, which does not count. */
function leftBy(row: HTMLElement | undefined, onLeft: () => void): () => void {
  const check = ({ target }: Event) => {
    if (target instanceof Node && target !== findHandle(row)) onLeft();
  };
  document.addEventListener('focusin', check);
  document.addEventListener('pointerdown', check);
  return () => {
    document.removeEventListener('focusin', check);
    document.removeEventListener('pointerdown', check);
  };
}
