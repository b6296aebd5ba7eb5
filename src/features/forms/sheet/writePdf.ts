/** A text or a rectangle on a page. Coordinates are in points from the top left corner. */
export type PdfElement =
  | { kind: 'text'; text: string; x: number; y: number; size: number; bold?: boolean }
  | { kind: 'box'; x: number; y: number; width: number; height: number };

export const A4_PAGE_POINTS = { width: 595, height: 842 };

/** The Windows-1252 characters from 0x80 to 0x9F. PDF viewers display them with a built-in font. */
const BEYOND_LATIN = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Writes a PDF that uses only the built-in fonts Helvetica and Helvetica-Bold, so that no font is embedded. */
export function writePdf(pages: readonly (readonly PdfElement[])[], title: string): Buffer {
  const first_page = 6;
  const ids = pages.map((_, index) => first_page + 2 * index);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${ids.map((id) => `${id} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    fontOf('Helvetica'),
    fontOf('Helvetica-Bold'),
    `<< /Title (${escaped(title)}) >>`,
    ...pages.flatMap((marks, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${A4_PAGE_POINTS.width} ${A4_PAGE_POINTS.height}] ` +
        `/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${first_page + 2 * index + 1} 0 R >>`,
      streamOf(marks.map(drawn).join('\n')),
    ]),
  ];
  return assembled(objects);
}

function fontOf(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
}

function streamOf(content: string): string {
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

function drawn(mark: PdfElement): string {
  if (mark.kind === 'box') {
    const { x, y, width, height } = mark;
    return `0.6 w ${x} ${A4_PAGE_POINTS.height - y - height} ${width} ${height} re S`;
  }
  const { text, x, y, size, bold } = mark;
  return `BT /${bold ? 'F2' : 'F1'} ${size} Tf ${x} ${A4_PAGE_POINTS.height - y} Td (${escaped(text)}) Tj ET`;
}

function escaped(text: string): string {
  const letters = Array.from(text.normalize('NFC'), (letter) => {
    if (/[ -~\u00a0-\u00ff]/.test(letter)) return letter;
    const at = BEYOND_LATIN.indexOf(letter);
    return at === -1 ? '?' : String.fromCharCode(0x80 + at);
  });
  return letters.join('').replaceAll(/[\\()]/g, String.raw`\$&`);
}

function assembled(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const end = `trailer\n<< /Size ${count} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}xref\n0 ${count}\n0000000000 65535 f \n${table}${end}`, 'latin1');
}
