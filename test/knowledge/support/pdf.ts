/** Returns a small PDF with lines in Helvetica; `trailer` is added to the file's trailer. */
export function makePdf(
  pages: readonly { heading?: string; lines: readonly string[] }[],
  trailer = '',
): Buffer {
  const contents = pages.map(({ heading, lines }) => {
    const title = heading ? `/F1 20 Tf 72 760 Td (${heading}) Tj 0 -30 Td ` : '72 730 Td ';
    return `BT ${title}/F1 11 Tf ${lines.map((line) => `(${line}) Tj 0 -14 Td`).join(' ')} ET`;
  });
  return assemblePdf(
    contents.map((text) => makePdfStream(text)),
    trailer,
  );
}

export function makePdfStream(content: string | Buffer, filter = ''): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length}${filter} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

/** Returns a PDF whose pages have these content streams. */
export function assemblePdf(streams: readonly Buffer[], trailer = ''): Buffer {
  const kids = streams.map((_, at) => `${4 + 2 * at} 0 R`).join(' ');
  const objects: Buffer[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Count ${streams.length} /Kids [${kids}] >>`),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
    ...streams.flatMap((content, at) => [
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * at} 0 R >>`,
      ),
      content,
    ]),
  ];
  const pieces = [Buffer.from('%PDF-1.4\n')];
  const places: number[] = [];
  let length = pieces[0]?.length ?? 0;
  for (const [at, object] of objects.entries()) {
    const piece = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    places.push(length);
    pieces.push(piece);
    length += piece.length;
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  pieces.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(pieces);
}
