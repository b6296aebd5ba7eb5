import { useEffect } from 'react';
import classes from './Shell.module.css';
import { t } from '../language/t.ts';

const NOTHING = { text: '', isEntered: false };
let early = NOTHING;

/** An input that keeps typed text until the code of the search has loaded. */
export function EarlySearchInput({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    early = NOTHING;
  }, []);
  return (
    <input
      className={classes['early']}
      autoFocus
      aria-label={t('Search')}
      onChange={(event) => {
        early = { ...early, text: event.currentTarget.value };
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') early = { ...early, isEntered: true };
        if (key === 'Escape') onClose();
      }}
    />
  );
}

/** Reads the text that was typed before the search had loaded, and whether Enter was pressed. */
export function readEarlySearch(): typeof NOTHING {
  return early;
}

export function clearEarlySearch(): void {
  early = NOTHING;
}
