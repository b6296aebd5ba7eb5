import { useEffect } from 'react';

type ListKeys = { onToggle: (key: string) => void; onEdit: (key: string) => void };

/** `j` and `k` go through the rows of the list on the page, `x` chooses one, `e` edits it. */
export function useListKeys({ onToggle, onEdit }: ListKeys): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isElsewhere(event.target)) return;
      const row = findRow();
      if (event.key === 'j' || event.key === 'k') focusRow(row, event.key === 'j' ? 1 : -1);
      else if (row?.dataset['row'] === undefined) return;
      else if (event.key === 'x') onToggle(row.dataset['row']);
      else if (event.key === 'e') onEdit(row.dataset['row']);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [onToggle, onEdit]);
}

/** In a dialog, or in a field that letters are typed into. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog, [role="dialog"]')) return true;
  return target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable="true"]');
}

function findRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-row]') ?? null;
}

function focusRow(row: HTMLElement | null, step: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const at = row ? rows.indexOf(row) + step : 0;
  const next = rows[Math.min(Math.max(at, 0), rows.length - 1)];
  next?.querySelector<HTMLElement>('[data-opens]')?.focus({ preventScroll: true });
  // By itself the focus also goes where something else covers it.
  next?.scrollIntoView({ block: 'nearest' });
}
