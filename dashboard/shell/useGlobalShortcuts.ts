import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useMay } from '../api/me.ts';
import { NAV_PAGES } from './navigation.ts';

const SEQUENCE_MS = 1_200;

type GlobalShortcutHandlers = { onHelp: () => void; onSearch: () => void };

/**
 * Registers the global keyboard shortcuts: Ctrl+K, ⌘K and `/` open the search, `?` lists the shortcuts, `g` and a
 * letter open a page.
 */
export function useGlobalShortcuts({ onHelp, onSearch }: GlobalShortcutHandlers): void {
  const router = useRouter();
  const may = useMay();
  const beganMs = useRef(-Infinity);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (isSearch(event)) {
        event.preventDefault();
        return onSearch();
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const isSecond = performance.now() - beganMs.current < SEQUENCE_MS;
      beganMs.current = event.key === 'g' ? performance.now() : -Infinity;
      const page = isSecond && NAV_PAGES.find(({ key, needs }) => key === event.key && may(needs));
      if (page) void router.navigate({ to: page.to });
      else if (event.key === '?') onHelp();
      else if (event.key === '/') onSearch();
      else return;
      event.preventDefault();
    };
    // Captures keys before the shortcuts of the page, which must not handle the letter after `g`.
    addEventListener('keydown', listen, true);
    return () => removeEventListener('keydown', listen, true);
  }, [router, may, onHelp, onSearch]);
}

/** True for Ctrl+K or ⌘K, which also work while an input is focused. */
function isSearch({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): boolean {
  return ctrlKey !== metaKey && !altKey && !shiftKey && key.toLowerCase() === 'k';
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
