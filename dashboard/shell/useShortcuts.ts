import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMay } from '../api/me.ts';
import { PAGES } from './navigation.ts';
import { SEARCH_ID } from './Search.tsx';

const SEQUENCE_MS = 1_200;

/** `/` goes to the search, `?` lists the shortcuts, `g` and a letter go to a page. */
export function useShortcuts(onHelp: () => void): void {
  const router = useRouter();
  const may = useMay();
  useEffect(() => {
    let beganMs = -Infinity;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const isSecond = performance.now() - beganMs < SEQUENCE_MS;
      beganMs = event.key === 'g' ? performance.now() : -Infinity;
      const page = isSecond && PAGES.find(({ key, needs }) => key === event.key && may(needs));
      if (page) void router.navigate({ to: page.to });
      else if (event.key === '?') onHelp();
      else if (event.key === '/') document.getElementById(SEARCH_ID)?.focus();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [router, may, onHelp]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
