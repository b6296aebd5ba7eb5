import { useState } from 'react';
import { queryString } from '../api/client.ts';
import { useMe } from '../api/me.ts';
import type { Label } from '../language/t.ts';

/** A named filter of a list, as the query of a URL. */
export type SavedView = { name: string; query: string };

/** The views of a list: its name in the storage of the browser, and its built-in views. */
export type ViewList = { list: string; builtIn: readonly BuiltInView[] };
type BuiltInView = { name: Label; filter: Readonly<Record<string, string>> };

/**
 * Returns the views that this user saved in this browser. The URL of a view contains its filters, so a link works for
 * all.
 */
export function useSavedViews(list: string) {
  const { user } = useMe();
  const place = `${list}-views ${user.user_id}`;
  const [views, setViews] = useState(() => readViews(place));
  const store = (next: readonly SavedView[]) => {
    setViews(next);
    writeViews(place, next);
  };
  const without = (name: string) => readViews(place).filter((one) => one.name !== name);
  return {
    views,
    save: (view: SavedView) => store([...without(view.name), view]),
    remove: (name: string) => store(without(name)),
  };
}

/** Returns the members of `filter` with these names, in one order, so that equal filters have equal queries. */
export function viewQuery(filter: Partial<Record<string, string>>, names: readonly string[]): string {
  const members = names.toSorted().map((name) => [name, filter[name]]);
  return queryString(Object.fromEntries(members));
}

export function filterOf({ query }: SavedView): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

function readViews(place: string): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    return [];
  }
}

function writeViews(place: string, views: readonly SavedView[]): void {
  try {
    localStorage.setItem(place, JSON.stringify(views));
  } catch {
    // Without local storage, saved views last until the user leaves the page.
  }
}

function isView(value: unknown): value is SavedView {
  const { name, query } = Object(value);
  return typeof name === 'string' && typeof query === 'string' && query.startsWith('?');
}
