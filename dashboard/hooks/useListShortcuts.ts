import { useEffect } from 'react';

type ListShortcutHandlers = { onToggleRow: (rowKey: string) => void; onEditRow: (rowKey: string) => void };

/** Registers the keyboard shortcuts of a list: `j` and `k` move between rows, `x` selects a row, `e` edits it. */
export function useListShortcuts({ onToggleRow, onEditRow }: ListShortcutHandlers): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isElsewhere(event.target)) return;
      const row = findRow();
      if (event.key === 'j' || event.key === 'k') focusRow(row, event.key === 'j' ? 1 : -1);
      else if (row?.dataset['row'] === undefined) return;
      else if (event.key === 'x') onToggleRow(row.dataset['row']);
      else if (event.key === 'e') onEditRow(row.dataset['row']);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [onToggleRow, onEditRow]);
}

/** True if the key belongs to a dialog or a text field. */
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
  // The browser also focuses rows that are covered by the bar, so the row is scrolled into view.
  next?.scrollIntoView({ block: 'nearest' });
}
