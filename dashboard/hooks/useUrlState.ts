import { useRouter, useRouterState } from '@tanstack/react-router';
import { queryString } from '../api/client.ts';

/** The state of a page in the URL's query, so that it can be shared. */
type UrlState = Partial<Record<string, string>>;

export type Url = {
  state: UrlState;
  /** Undefined removes a member. */
  change: (changes: Record<string, string | undefined>, how?: 'push' | 'replace') => void;
};

export function useUrlState(): Url {
  const router = useRouter();
  const state: UrlState = useRouterState({ select: ({ location }) => location.search });
  return {
    state,
    change(changes, how = 'replace') {
      // The address that the browser shows now: the router's state follows a moment later.
      const { pathname, search } = router.history.location;
      const next = pathname + queryString({ ...Object.fromEntries(new URLSearchParams(search)), ...changes });
      router.history[how](next);
    },
  };
}

/** Keeps the declared members of the query as text and drops others. */
export function pickQueryMembers<const K extends string>(...names: K[]) {
  return (search: Record<string, unknown>): { [N in K]?: string } => {
    const kept: { [N in K]?: string } = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value === 'string' && value !== '') kept[name] = value;
    }
    return kept;
  };
}
