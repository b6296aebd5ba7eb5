import { useState } from 'react';
import { queryString } from '../../api/client.ts';
import { useMe } from '../../api/me.ts';
import { t } from '../../language/t.ts';

/** A named part of the list: its name and its filters are what the URL holds. */
export type SavedView = { name: string; query: string };

const STORED = 'task-views';

/** The views that this user saved in this browser; a link to a view works for everybody. */
export function useSavedViews() {
  const { user } = useMe();
  const [views, setViews] = useState(() => readViews(user.user_id));
  const store = (next: readonly SavedView[]) => {
    setViews(next);
    writeViews(user.user_id, next);
  };
  const without = (name: string) => views.filter((one) => one.name !== name);
  return {
    views,
    save: (view: SavedView) => store([...without(view.name), view]),
    remove: (name: string) => store(without(name)),
  };
}

/** The built-in views. */
export function listInitialViews(user_id: string): readonly SavedView[] {
  return [
    createView(t('My tasks by due date'), { assigned_to: user_id, status: 'open', sort: 'due_date' }),
    createView(t('Overdue'), { due: 'overdue' }),
    createView(t('Due today'), { due: 'today' }),
    createView(t('Open and urgent'), { status: 'open', priority: 'urgent' }),
  ];
}

export function createView(name: string, filter: Record<string, string | undefined>): SavedView {
  const sorted = Object.entries(filter).toSorted(([one], [other]) => one.localeCompare(other));
  return { name, query: queryString({ ...Object.fromEntries(sorted), name }) };
}

function readViews(user_id: string): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(`${STORED} ${user_id}`) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    return [];
  }
}

function writeViews(user_id: string, views: readonly SavedView[]): void {
  try {
    localStorage.setItem(`${STORED} ${user_id}`, JSON.stringify(views));
  } catch {
    // A browser that keeps nothing has them until the page is left.
  }
}

function isView(value: unknown): value is SavedView {
  const { name, query } = Object(value);
  return typeof name === 'string' && typeof query === 'string' && query.startsWith('?');
}
