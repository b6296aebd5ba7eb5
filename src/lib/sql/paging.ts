/** A row of a page that is joined to its total: a page without rows is one row of nulls. */
export type Paged<T, Key extends string = 'id'> = { total: number } & (T | Record<Key, null>);

/** The rows of a page, and how many there are in all. */
export type RowPage<T> = { shown: T[]; total: number };

export function pageOf<T extends object, Key extends string = 'id'>(
  rows: readonly Paged<T, Key>[],
  key: Key = 'id' as Key,
): RowPage<T> {
  const shown = rows.flatMap(({ total, ...row }) =>
    (row as Record<Key, unknown>)[key] === null ? [] : [row as T],
  );
  return { shown, total: rows[0]?.total ?? 0 };
}

/** A page of a list that is short enough to be read as a whole. */
export function pageIn<T>(
  all: readonly T[],
  { limit, offset }: { limit: number; offset: number },
): RowPage<T> & { limit: number; offset: number } {
  return { shown: all.slice(offset, offset + limit), total: all.length, limit, offset };
}

/** Rows fetched with one more than is shown, to tell whether more follows. */
export function cutPage<T>(found: readonly T[], limit: number): { shown: T[]; has_more: boolean } {
  return { shown: found.slice(0, limit), has_more: found.length > limit };
}
