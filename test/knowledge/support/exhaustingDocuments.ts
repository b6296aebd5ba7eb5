import { deflateSync } from 'node:zlib';
import { assemblePdf, makePdf, makePdfStream } from './pdf.ts';
import { makeDocx, makeDocxParagraph, makeZip } from './zip.ts';

const MB = 1024 * 1024;

/** Documents that are built to exhaust memory, processor time or the database; each is created on demand. */
export const EXHAUSTING: Record<string, () => Buffer | string> = {
  'less-than signs.html': () => '<'.repeat(10_000_000),
  'objects.pdf': () => `%PDF-1.7\n${'1 0 obj '.repeat(2_500_000)}`,
  'link definitions.md': () =>
    Array.from({ length: 300_000 }, (_, at) => `[l${at}]: http://x/${at}`)
      .join('\n')
      .slice(0, 3_999_000),
  'different words.txt': () => Array.from({ length: 600_000 }, (_, at) => at.toString(36)).join(' '),
  'less-than signs and spaces.html': () => '< '.repeat(10 * MB),
  'attributes.html': () => `<p ${'x=1 '.repeat(6 * MB)}>text</p>`,
  'entities.html': () => `<p>${'&lt;'.repeat(6 * MB)}</p>`,
  'comment that never ends.html': () => `<p>text</p>${'<!--'.repeat(6 * MB)}`,
  'nested.html': () => '<div>'.repeat(4 * MB),
  'closing tags.html': () => '</p>'.repeat(6 * MB),
  'line breaks.html': () => '<br>'.repeat(6 * MB),
  'table cells.html': () => `<table>${'<td>x'.repeat(4 * MB)}`,
  'quotes in tags.html': () => `<a ${`"`.repeat(20 * MB)}`,
  'brackets.md': () => '['.repeat(15 * MB),
  'links.md': () => '[a]('.repeat(3 * MB),
  'emphasis.md': () => '*_'.repeat(7 * MB),
  'headings.md': () => '# x\n'.repeat(4 * MB),
  'fences.md': () => '```\n'.repeat(4 * MB),
  'commas.csv': () => `a,b\n${','.repeat(15 * MB)}`,
  'quotes.csv': () => `a,b\n${'"'.repeat(15 * MB)}`,
  'ragged.csv': () => `a,b\n${'x\n'.repeat(7 * MB)}`,
  'columns.csv': () => `${'a,'.repeat(2 * MB)}\n${'1,'.repeat(2 * MB)}`,
  'large.txt': () => 'word '.repeat(4 * MB),
  'combining marks.txt': () => `a${'\u0301'.repeat(1_900_000)}`,
  'bomb.docx': () => makeZip([{ name: 'word/document.xml', content: Buffer.alloc(200 * MB, ' ') }]),
  'many parts.docx': () =>
    makeZip(Array.from({ length: 6_000 }, (_, at) => ({ name: `part${at}`, content: '' }))),
  'nested archive.docx': () =>
    makeDocx(makeDocxParagraph('x'), [
      { name: 'inner.zip', content: makeZip([{ name: 'a', content: Buffer.alloc(MB) }]) },
    ]),
  'entities.docx': () =>
    makeZip([
      {
        name: 'word/document.xml',
        content: `<!DOCTYPE x [${Array.from({ length: 30 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('')}]><w:p><w:t>${'&e30;'.repeat(100_000)}</w:t></w:p>`,
      },
    ]),
  'long text.docx': () => makeDocx(makeDocxParagraph('word '.repeat(9 * MB))),
  'paragraphs.docx': () => makeDocx('<w:p/>'.repeat(7 * MB)),
  'table of contents.pdf': () =>
    `%PDF-1.4\nxref\n0 2147483647\n${'0000000000 65535 f \n'.repeat(MB)}trailer\n<< /Size 2147483647 >>\nstartxref\n9\n%%EOF`,
  'arrays.pdf': () => numbered(['['.repeat(5 * MB)]),
  'dictionaries.pdf': () => numbered(['<</a '.repeat(4 * MB)]),
  'strings.pdf': () => numbered(['('.repeat(20 * MB)]),
  'names.pdf': () => numbered([`<< ${'/a#'.repeat(6 * MB)} >>`]),
  'kids of themselves.pdf': () => numbered(['<< /Type /Pages /Count 100 /Kids [2 0 R 2 0 R] >>']),
  'count of pages.pdf': () => numbered(['<< /Type /Pages /Count 1000000000 /Kids [] >>']),
  'previous table.pdf': () =>
    '%PDF-1.4\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Prev 9 /Root 1 0 R >>\nstartxref\n9\n%%EOF',
  'object stream.pdf': () =>
    numbered(['<< /Type /ObjStm /N 1000000000 /First 8 /Length 4 >>\nstream\n1 0 \nendstream']),
  'flate bomb.pdf': () => assemblePdf([flate(Buffer.alloc(400 * MB, ' '))]),
  'flate bomb twice.pdf': () =>
    assemblePdf([
      makePdfStream(
        deflateSync(deflateSync(Buffer.alloc(400 * MB, ' '), { level: 1 })),
        ' /Filter [/FlateDecode /FlateDecode]',
      ),
    ]),
  'shown words.pdf': () =>
    assemblePdf([flate(Buffer.from(`BT /F1 9 Tf ${'(word) Tj '.repeat(2_000_000)} ET`))]),
  'operators.pdf': () => assemblePdf([flate(Buffer.from('q '.repeat(30 * MB)))]),
  'image.pdf': () =>
    assemblePdf([makePdfStream('q 100 0 0 100 0 0 cm BI /W 100000 /H 100000 /BPC 8 /CS /RGB ID x EI Q')]),
  'pages.pdf': () => makePdf(Array.from({ length: 5_000 }, () => ({ lines: ['A page.'] }))),
  'drawings.pdf': () => drawnTwice(40),
};

/** Returns a PDF with a catalogue and these objects, numbered from 2. */
function numbered(objects: readonly string[]): string {
  const texts = objects.map((object, at) => `${at + 2} 0 obj\n${object}\nendobj\n`);
  return `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n${texts.join('')}trailer\n<< /Root 1 0 R /Size ${objects.length + 2} >>\n%%EOF`;
}

function flate(content: Buffer): Buffer {
  return makePdfStream(deflateSync(content, { level: 1 }), ' /Filter /FlateDecode');
}

/** Returns a PDF in which each drawing draws the next one twice, so that the work doubles per level. */
function drawnTwice(levels: number): string {
  const resources = (at: number) => `/Resources << /Font << /F 3 0 R >> /XObject << /X ${at} 0 R >> >>`;
  const draw = '/X Do /X Do';
  const last = 'BT /F 9 Tf (a) Tj ET';
  const form = (at: number, content: string) =>
    `<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] ${resources(at + 1)} /Length ${content.length} >>\nstream\n${content}\nendstream`;
  return numbered([
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] ${resources(6)} /Contents 5 0 R >>`,
    `<< /Length ${draw.length} >>\nstream\n${draw}\nendstream`,
    ...Array.from({ length: levels }, (_, at) => form(at + 6, at === levels - 1 ? last : draw)),
  ]);
}
