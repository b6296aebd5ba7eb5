/** A table as spreadsheets read it; a cell that would be taken for a formula is marked as text. */
export function toCsv(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n';
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = withoutFormula(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The start of a formula, after characters that spreadsheets skip or take for the end of a cell. A spreadsheet that
 * splits at semicolons reads the quotes within a cell as the empty beginning of a quoted one.
 */
const FORMULA = /(?<![\s;"\p{Cc}\p{Cf}])([\s;"\p{Cc}\p{Cf}]*)([=+\-@＝＋－＠])/gu;

/** Defuses formulas by the rule of the server's exports. */
function withoutFormula(text: string): string {
  const marked = text.replaceAll(FORMULA, (whole, before: string, sign: string, at: number) =>
    (at === 0 && !before.includes('"')) || /[;\t\r\n]/.test(before) ? `${before}'${sign}` : whole,
  );
  return /^[\t\r\n]/.test(marked) ? `'${marked}` : marked;
}
