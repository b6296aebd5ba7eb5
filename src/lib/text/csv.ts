/** Tells spreadsheets that the text is UTF-8. */
export const CSV_MARK = '\ufeff';

/** A line as RFC 4180 has it; lists are joined, and what else is no plain value is written as JSON. */
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
 * The start of a formula, after characters that spreadsheets skip or take for the end of a cell. A spreadsheet that
 * splits at semicolons reads the quotes within a cell as the empty beginning of a quoted one.
 */
const FORMULA = /(?<![\s;"\p{Cc}\p{Cf}])([\s;"\p{Cc}\p{Cf}]*)([=+\-@＝＋－＠])/gu;

/** Marks text that a spreadsheet would run as a formula, whole or after a cell end of its own. */
function defuse(text: string): string {
  const marked = text.replaceAll(FORMULA, (whole, before: string, sign: string, at: number) =>
    (at === 0 && !before.includes('"')) || /[;\t\r\n]/.test(before) ? `${before}'${sign}` : whole,
  );
  return /^[\t\r\n]/.test(marked) ? `'${marked}` : marked;
}
