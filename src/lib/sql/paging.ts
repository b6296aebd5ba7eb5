/** A row of a page joined with the total count. The outer join returns one row of nulls for an empty page. */
export type RowWithTotal<T, Key extends string = 'id'> = { total: number } & (T | Record<Key, null>);

/** The rows of a page and the number of rows of the whole list. */
export type RowPage<T> = { shown: T[]; total: number };

export function pageOf<T extends object, Key extends string = 'id'>(
  rows: readonly RowWithTotal<T, Key>[],
  key: Key = 'id' as Key,
): RowPage<T> {
  const shown = rows.flatMap(({ total, ...row }) =>
    (row as Record<Key, unknown>)[key] === null ? [] : [row as T],
  );
  return { shown, total: rows[0]?.total ?? 0 };
}

/** Cuts a page out of a list that was read completely. Only for short lists. */
export function pageOfWholeList<N extends string, T>(
  name: N,
  all: readonly T[],
  { limit, offset }: { limit: number; offset: number },
): Record<N, T[]> & { total: number; limit: number; offset: number } {
  const shown = { [name]: all.slice(offset, offset + limit) } as Record<N, T[]>;
  return { ...shown, total: all.length, limit, offset };
}

/** Cuts a page from rows that were read with `limit + 1`: the extra row shows that a next page exists. */
export function cutPage<T>(found: readonly T[], limit: number): { shown: T[]; has_more: boolean } {
  return { shown: found.slice(0, limit), has_more: found.length > limit };
}
