/** Formats a CSV file for spreadsheets. A cell that a spreadsheet would run as a formula is marked as text. */
export function toCsv(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n';
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = escapeFormulas(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Matches the start of a formula, also after characters that spreadsheets skip or treat as the end of a cell, and after
 * apostrophes. A spreadsheet that splits at semicolons reads quotes inside a cell as the empty start of a quoted cell.
 */
const FORMULA =
  /(?:^|(?<![\s;"\p{Cc}\p{Cf}])(?=[\s;"\p{Cc}\p{Cf}]))([\s;"\p{Cc}\p{Cf}]*)('*)([=+\-@＝＋－＠])/gu;

/** Escapes formulas by the same rule as the exports of the server. */
function escapeFormulas(text: string): string {
  const marked = text.replaceAll(FORMULA, (whole, before: string, marks: string, sign: string, at: number) =>
    isRisky(before, at) ? `${before}'${marks}${sign}` : whole,
  );
  return /^'*[\t\r\n]/.test(marked) ? `'${marked}` : marked;
}

/** Removes the apostrophes that an export adds. The inverse of `escapeFormulas`. */
export function unescapeFormulas(text: string): string {
  const marked = /^'+[\t\r\n]/.test(text) ? text.slice(1) : text;
  return marked.replaceAll(FORMULA, (whole, before: string, marks: string, sign: string, at: number) =>
    isRisky(before, at) ? `${before}${marks.slice(1)}${sign}` : whole,
  );
}

function isRisky(before: string, at: number): boolean {
  return (at === 0 && !before.includes('"')) || /[;\t\r\n]/.test(before);
}

/** Decodes a CSV file: spreadsheets write UTF-8, UTF-16 with a byte order mark, or the Windows code page. */
export function decodeCsvFile(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
