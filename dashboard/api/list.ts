import { keepPreviousData } from '@tanstack/react-query';

/** A page of a list. All lists use these member names, whatever the API calls their rows. */
export type ListPageData<R> = {
  rows: readonly R[];
  total?: number;
  has_more?: boolean;
  /** The time back to which the server searched; set if it did not search older rows. */
  searched_to?: string | null;
  limit: number;
  offset: number;
};

/**
 * Options of every list query: the previous page stays visible for a moment while the next page loads
 * (`useQueryData`).
 */
export const LIST_QUERY_OPTIONS = { placeholderData: keepPreviousData } as const;

/** Converts an answer of the API to a list page: renames its member with the rows to `rows`. */
export async function toListPage<N extends string, A extends Record<N, readonly unknown[]>>(
  name: N,
  response: Promise<A>,
): Promise<Omit<A, N> & { rows: A[N] }> {
  const { [name]: rows, ...page } = await response;
  return { rows, ...page };
}

/** Converts an answer without pagination to a list with a single page. */
export async function toSinglePage<N extends string, R>(
  name: N,
  response: Promise<Record<N, readonly R[]>>,
): Promise<ListPageData<R>> {
  const { [name]: rows } = await response;
  return { rows, total: rows.length, limit: rows.length, offset: 0 };
}

/** The text of a row that a filter compares, by the name of the filter. */
type FilteredTexts<R> = Record<string, (row: R) => string>;

/**
 * Filters a list that the API returns without pages. The filter `search` finds rows that contain all its words; all
 * others compare the whole text.
 */
export function filterWholeList<R>(
  page: ListPageData<R>,
  filter: Partial<Record<string, string>>,
  texts: FilteredTexts<R>,
): ListPageData<R> {
  const isMatch = (row: R) =>
    Object.entries(texts).every(([name, textOf]) => {
      const wanted = filter[name] ?? '';
      if (name === 'search') return containsWords(textOf(row), wanted);
      return wanted === '' || textOf(row) === wanted;
    });
  const rows = page.rows.filter(isMatch);
  return { ...page, rows, total: rows.length, limit: rows.length };
}

/** True if the text contains all words, in any order and case. */
export function containsWords(text: string, words: string): boolean {
  const known = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => known.includes(word));
}
