/** A list of rows, and what is promised of it. */
export type List = {
  /** The member of the answer that holds the rows. */
  member: string;
  /** What it is ordered by: members, with `-` for the highest first; the last tells rows apart. */
  order: Order[];
  /** The time that `from` and `to` bound. */
  at?: string;
  /** Filters that are no member of a row with the same name. */
  filters?: Record<string, Filter>;
  /** What every request says. */
  always?: Record<string, string>;
  /** Holds rows of all accounts, or of the platform. */
  is_shared?: boolean;
};

/** As the answer holds it. */
export type Row = any;
export type Order = string | ((row: Row) => string | number);

export type Filter = {
  /** What rows may be picked by. */
  values: (rows: readonly Row[]) => string[];
  picks: (row: Row, value: string) => boolean;
};

export type Lists = Record<string, List>;

/** A filter by what a row has; rows without it are not picked. */
export function by(valueOf: (row: Row) => string | boolean | null | undefined): Filter {
  const textOf = (row: Row) => String(valueOf(row) ?? '');
  return {
    values: (rows) => [...new Set(rows.map(textOf))].filter((value) => value !== ''),
    picks: (row, value) => textOf(row) === value,
  };
}

/** A filter that looks for a part of a text, in letters of any case. */
export function byPart(textOf: (row: Row) => string, ...parts: string[]): Filter {
  return {
    values: () => parts,
    picks: (row, value) => textOf(row).toLowerCase().includes(value.toLowerCase()),
  };
}

/** Not a filter: it says which list it is, or is the same for all rows. */
export const NONE: Filter = { values: () => [], picks: () => true };
