import { useRouter, useRouterState } from '@tanstack/react-router';
import { searchOf } from '../api/client.ts';

/** Members of the URL's query: what a page shows is in its address, so that it can be shared and gone back to. */
type UrlState = Partial<Record<string, string>>;

export type Url = {
  state: UrlState;
  /** Undefined takes a member out. */
  change: (changes: Record<string, string | undefined>, how?: 'push' | 'replace') => void;
};

export function useUrl(): Url {
  const router = useRouter();
  const state: UrlState = useRouterState({ select: ({ location }) => location.search });
  return {
    state,
    change(changes, how = 'replace') {
      const { pathname, search } = router.state.location;
      const next = pathname + searchOf({ ...search, ...changes });
      router.history[how](next);
    },
  };
}

/** Keeps what a page declares of the query, as text; the rest of it means nothing there. */
export function keeps<const K extends string>(...names: K[]) {
  return (search: Record<string, unknown>): { [N in K]?: string } => {
    const kept: { [N in K]?: string } = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value === 'string' && value !== '') kept[name] = value;
    }
    return kept;
  };
}
