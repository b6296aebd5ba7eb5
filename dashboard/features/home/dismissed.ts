import { useState } from 'react';
import { useMe } from '../../api/me.ts';

const TRACKS = ['training', 'developers'] as const;
export type TrackName = (typeof TRACKS)[number];

const STORED = 'hidden-first-steps';

/** The tracks that this user has hidden in this browser. */
export function useDismissed() {
  const { user } = useMe();
  const place = `${STORED} ${user.user_id}`;
  const [dismissed, setDismissed] = useState(() => readNames(place));
  const store = (next: readonly TrackName[]) => {
    setDismissed(next);
    writeNames(place, next);
  };
  return {
    dismissed,
    dismiss: (name: TrackName) => store([...dismissed, name]),
    restore: () => store([]),
  };
}

function readNames(place: string): readonly TrackName[] {
  try {
    const stored = (localStorage.getItem(place) ?? '').split(' ');
    return TRACKS.filter((name) => stored.includes(name));
  } catch {
    return [];
  }
}

function writeNames(place: string, names: readonly TrackName[]): void {
  try {
    localStorage.setItem(place, names.join(' '));
  } catch {
    // A browser that keeps nothing shows them again with the next load.
  }
}
