/** The byte order mark, by which spreadsheets recognize UTF-8. */
export const CSV_MARK = '\ufeff';

/** Formats one line of CSV (RFC 4180). Lists of texts are joined with semicolons; other objects are written as JSON. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: unknown): string {
  const text = textOf(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return defuse(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const is_list = Array.isArray(value) && value.every((one) => typeof one === 'string');
  return defuse(is_list ? value.join('; ') : JSON.stringify(value));
}

/**
 * The start of a formula, after characters that spreadsheets skip or interpret as the end of a cell. A spreadsheet that
 * splits at semicolons can interpret quotes inside a cell as the end of a quoted cell.
 */
const FORMULA =
  /(?:^|(?<![\s;"\p{Cc}\p{Cf}])(?=[\s;"\p{Cc}\p{Cf}]))([\s;"\p{Cc}\p{Cf}]*)('*)([=+\-@＝＋－＠])/gu;

/**
 * Prefixes text with an apostrophe wherever a spreadsheet would run it as a formula: at its start, or after a character
 * that can end a cell. Text that has apostrophes there already gets one more, so that an import restores it exactly.
 */
function defuse(text: string): string {
  const marked = text.replaceAll(FORMULA, (whole, before: string, marks: string, sign: string, at: number) =>
    (at === 0 && !before.includes('"')) || /[;\t\r\n]/.test(before) ? `${before}'${marks}${sign}` : whole,
  );
  return /^'*[\t\r\n]/.test(marked) ? `'${marked}` : marked;
}
