/* Parses a CSV file of unknown origin: UTF-8 or UTF-16 or a Windows code page, with commas, semicolons or tabs. */
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { decodeCsvFile, unescapeFormulas } from '../../format/csv.ts';

/** The table of a file. A row has the number that a spreadsheet shows; the headings are row 1. */
export type CsvTable = { headings: readonly string[]; rows: readonly CsvRow[] };
export type CsvRow = { number: number; cells: readonly string[] };

type CsvProblem = { kind: 'binary' | 'empty' } | { kind: 'quote'; line: number };

/** An error for a file that is not a table. */
export class CsvFileError extends Error {
  readonly problem: CsvProblem;

  constructor(problem: CsvProblem) {
    super(problem.kind);
    this.name = 'CsvFileError';
    this.problem = problem;
  }
}

/** Reads the table of a file. Empty rows are omitted. */
export function readCsvTable(bytes: ArrayBuffer): CsvTable {
  const text = decodeCsvFile(bytes);
  // Detects a spreadsheet file, a PDF or another binary file; no text contains NUL.
  if (text.startsWith('PK\u0003\u0004') || text.startsWith('%PDF') || text.includes('\0'))
    throw new CsvFileError({ kind: 'binary' });
  const [head, ...rows] = parseRows(text)
    .map((cells, at) => ({ number: at + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (!head || rows.length === 0) throw new CsvFileError({ kind: 'empty' });
  return { headings: head.cells, rows };
}

function parseRows(text: string): string[][] {
  try {
    const rows: string[][] = parse(text, {
      bom: true,
      delimiter: likelyDelimiter(text),
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    });
    return rows.map((cells) => cells.map(unescapeFormulas));
  } catch (error) {
    throw error instanceof CsvError
      ? new CsvFileError({ kind: 'quote', line: Number(error['lines']) })
      : error;
  }
}

/** Returns the separator that occurs most often in the first line. */
function likelyDelimiter(text: string): string {
  const [line = ''] = text.split(/[\r\n]/, 1);
  const count = (mark: string) => line.split(mark).length;
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}
