/** A list of rows and its promises. */
export type ListCase = {
  /** The member of the answer that contains the rows. */
  member: string;
  /** The sort keys: members, with `-` for descending order. The last key is unique. */
  order: Order[];
  /** The sort keys by value of the query parameter `sort`. */
  sorts?: Record<string, Order[]>;
  /** The member that `from` and `to` filter by. */
  at?: string;
  /** Filters that do not simply compare the row's member with the same name. */
  filters?: Record<string, Filter>;
  /** Query parameters of every request. */
  always?: Record<string, string>;
  /** True for rows of all accounts or of the platform. */
  is_shared?: boolean;
};

/** A row of the JSON answer. */
export type ListRow = any;
export type Order = string | ((row: ListRow) => string | number);

export type Filter = {
  /** The values to filter by. */
  values: (rows: readonly ListRow[]) => string[];
  picks: (row: ListRow, value: string) => boolean;
};

export type ListCases = Record<string, ListCase>;

/** Returns a filter that compares a value of the row; rows without the value are excluded. */
export function byValue(valueOf: (row: ListRow) => string | boolean | null | undefined): Filter {
  const textOf = (row: ListRow) => String(valueOf(row) ?? '');
  return {
    values: (rows) => [...new Set(rows.map(textOf))].filter((value) => value !== ''),
    picks: (row, value) => textOf(row) === value,
  };
}

/** Returns a case-insensitive substring filter. */
export function byText(textOf: (row: ListRow) => string, ...parts: string[]): Filter {
  return {
    values: () => parts,
    picks: (row, value) => textOf(row).toLowerCase().includes(value.toLowerCase()),
  };
}

/** A parameter that is not a filter of rows: it selects the list, or has no effect on the test rows. */
export const IGNORED: Filter = { values: () => [], picks: () => true };

/** A filter by ids that are separated by commas. */
export const BY_IDS: Filter = {
  values: (rows) => {
    const ids = rows.map(({ id }) => id);
    return [...ids.slice(0, 5), ids.slice(0, 2).join(',')];
  },
  picks: ({ id }, value) => value.split(',').includes(id),
};

/**
 * Returns a range of times. The bounds of `from` and `to` are inclusive; a millisecond beyond a row excludes it. Rows
 * without the time are not in any range.
 */
export function byRange(at: string): Record<'from' | 'to', Filter> {
  const beside = (rows: readonly ListRow[], ms: number) =>
    [...new Set(rows.filter((row) => row[at] !== null).map((row) => String(row[at])))]
      .toSorted()
      .slice(0, 3)
      .flatMap((time) => [time, new Date(Date.parse(time) + ms).toISOString()]);
  return {
    from: { values: (rows) => beside(rows, 1), picks: (row, value) => row[at] >= value },
    to: { values: (rows) => beside(rows, -1), picks: (row, value) => row[at] <= value },
  };
}
