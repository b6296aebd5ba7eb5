import { useRouter, useRouterState } from '@tanstack/react-router';
import { queryString } from '../api/client.ts';

/** The state of a page, stored in the query of the URL so that a link can share it. */
type UrlState = Partial<Record<string, string>>;

export type UrlStateStore = {
  state: UrlState;
  /** `undefined` removes a member. */
  change: (changes: Record<string, string | undefined>, how?: 'push' | 'replace') => void;
};

export function useUrlState(): UrlStateStore {
  const router = useRouter();
  const state: UrlState = useRouterState({ select: ({ location }) => location.search });
  return {
    state,
    change(changes, how = 'replace') {
      // Reads the location of the browser, because the router's state is updated a moment later.
      const { pathname, search } = router.history.location;
      const next = pathname + queryString({ ...Object.fromEntries(new URLSearchParams(search)), ...changes });
      // A change of the query leaves no page. With a blocker, the history would change only after a moment.
      router.history[how](next, undefined, { ignoreBlocker: true });
    },
  };
}

/** Keeps the named parameters as text and drops all others; for `validateSearch` of a route. */
export function pickSearchParams<const K extends string>(...names: K[]) {
  return (search: Record<string, unknown>): { [N in K]?: string } => {
    const kept: { [N in K]?: string } = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value === 'string' && value !== '') kept[name] = value;
    }
    return kept;
  };
}
