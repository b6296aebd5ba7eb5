import { keepPreviousData } from '@tanstack/react-query';

/** What a list endpoint gives, under the names that every list page shares. */
export type Listed<R> = {
  rows: readonly R[];
  total?: number;
  has_more?: boolean;
  limit: number;
  offset: number;
};

/** Options of every list query: the old page stays while the next one loads. */
export const LIST = { placeholderData: keepPreviousData } as const;
