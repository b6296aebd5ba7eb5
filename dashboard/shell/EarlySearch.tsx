import { useEffect } from 'react';
import classes from './Shell.module.css';
import { t } from '../language/t.ts';

const NOTHING = { text: '', isEntered: false };
let early = NOTHING;

/** Takes what is typed until the search is loaded. */
export function EarlySearch({ onClose }: { onClose: () => void }) {
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

/** The text typed before the search was loaded, and if Enter was pressed. */
export function readEarly(): typeof NOTHING {
  return early;
}

export function forgetEarly(): void {
  early = NOTHING;
}
