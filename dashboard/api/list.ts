import { keepPreviousData } from '@tanstack/react-query';

/** A page of a list with the same member names for all lists. */
export type ListPageData<R> = {
  rows: readonly R[];
  total?: number;
  has_more?: boolean;
  /** Set if older rows remain that the server did not search. */
  searched_to?: string | null;
  limit: number;
  offset: number;
};

/** Options of every list query: the old page stays for a moment while the next one loads (`useQueryData`). */
export const LIST = { placeholderData: keepPreviousData } as const;
