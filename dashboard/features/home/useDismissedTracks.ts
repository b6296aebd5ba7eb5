import { useState } from 'react';
import { useMe } from '../../api/me.ts';

const TRACKS = ['training', 'developers', 'demo'] as const;
export type SetupTrackName = (typeof TRACKS)[number];

const STORED = 'hidden-first-steps';

/** Returns the setup tracks, and the card of the demo, that this user has dismissed in this browser. */
export function useDismissedTracks() {
  const { user } = useMe();
  const place = `${STORED} ${user.user_id}`;
  const [dismissed, setDismissed] = useState(() => readNames(place));
  const store = (next: readonly SetupTrackName[]) => {
    setDismissed(next);
    writeNames(place, next);
  };
  return {
    dismissed,
    // Reads the storage again, because another card can have been dismissed meanwhile.
    dismiss: (name: SetupTrackName) => store([...dismissed, ...readNames(place), name]),
    restore: () => store(readNames(place).filter((name) => name === 'demo')),
  };
}

function readNames(place: string): readonly SetupTrackName[] {
  try {
    const stored = (localStorage.getItem(place) ?? '').split(' ');
    return TRACKS.filter((name) => stored.includes(name));
  } catch {
    return [];
  }
}

function writeNames(place: string, names: readonly SetupTrackName[]): void {
  try {
    localStorage.setItem(place, names.join(' '));
  } catch {
    // Without local storage, the dismissed tracks appear again after a reload.
  }
}
