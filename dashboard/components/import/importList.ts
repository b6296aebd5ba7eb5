/* The columns of an import, and the guess which column of a file holds them. */
import type { Label } from '../../language/t.ts';
import type { CsvRow, CsvTable } from './csvTable.ts';

export type ImportColumn = {
  /** The member of the line that is sent. */
  name: string;
  label: Label;
  /** Headings that name the column, in English and German, in lower case without spaces. The best one is first. */
  headings: readonly string[];
  isRequired?: boolean;
  /** A longer cell is truncated. It must be longer than the server accepts, so that the server rejects the row. */
  most_characters?: number;
  /** Converts words and dates as spreadsheets write them. Unknown text stays, so the server rejects its row. */
  convert?: (cell: string) => string;
  /** The text of a converted cell in the preview. */
  format?: (cell: string) => string;
};

/** The column of the file, by its position, for each column of the import. */
export type ColumnMapping = Readonly<Record<string, number | undefined>>;

export type ImportLine = Readonly<Record<string, string>>;
export type NumberedLine = { number: number; line: ImportLine };

export function guessMapping(columns: readonly ImportColumn[], headings: readonly string[]): ColumnMapping {
  const found = headings.map(simplified);
  const taken = new Set<number>();
  return Object.fromEntries(
    columns.map((column) => {
      const at = column.headings
        .map((heading) => found.findIndex((one, index) => one === heading && !taken.has(index)))
        .find((index) => index >= 0);
      if (at !== undefined) taken.add(at);
      return [column.name, at];
    }),
  );
}

const MOST_CHARACTERS = 1_000;

/** Converts a row to the line that is sent. */
export function toLine(
  columns: readonly ImportColumn[],
  mapping: ColumnMapping,
  { cells }: CsvRow,
): ImportLine {
  return Object.fromEntries(
    columns.map(({ name, convert, most_characters = MOST_CHARACTERS }) => {
      const at = mapping[name];
      const cell = at === undefined ? '' : (cells[at] ?? '');
      return [name, (convert && cell !== '' ? convert(cell.trim()) : cell).slice(0, most_characters)];
    }),
  );
}

export function toLines(
  columns: readonly ImportColumn[],
  mapping: ColumnMapping,
  { rows }: CsvTable,
): NumberedLine[] {
  return rows.map((row) => ({ number: row.number, line: toLine(columns, mapping, row) }));
}

/** Returns a conversion of words, in any case of letters, to the words of the API. */
export function translateWords(words: Readonly<Record<string, readonly string[]>>): (cell: string) => string {
  return (cell) => {
    const wanted = simplified(cell);
    const found = Object.entries(words).find(
      ([word, others]) => simplified(word) === wanted || others.includes(wanted),
    );
    return found?.[0] ?? cell;
  };
}

function simplified(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
