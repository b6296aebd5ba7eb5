/** The program of the processes that read documents. */
import { serveSandbox } from '../process/sandbox/serve.ts';
import { assertFewWords, assertWithinBounds } from './bounds.ts';
import { DocumentFault, type Block, type DocumentReading, type ReadJob } from './document.ts';
import { readDocx } from './docx.ts';
import { readHtml } from './htmlText.ts';
import { splitPassages } from './passages.ts';
import { readPdf } from './pdf.ts';
import { readCsv, readMarkdown, readText } from './plainText.ts';
import { formatOf, type Format } from './formats.ts';

async function read({ name, file }: ReadJob): Promise<DocumentReading> {
  try {
    const format = formatOf(name);
    if (!format) throw new DocumentFault('It is of a kind that cannot be read.');
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    assertIs(format, bytes);
    assertWithinBounds(format, bytes);
    const { blocks, pages } = await readBlocks(format, bytes);
    const passages = splitPassages(blocks);
    if (passages.length === 0) throw new DocumentFault('No text was found in it.');
    assertFewWords(passages);
    return { kind: 'read', pages, passages };
  } catch (error) {
    if (error instanceof DocumentFault) return { kind: 'refused', reason: error.message };
    throw error;
  }
}

async function readBlocks(format: Format, bytes: Buffer): Promise<{ blocks: Block[]; pages: number | null }> {
  switch (format) {
    case 'pdf':
      return readPdf(bytes);
    case 'docx':
      return { blocks: readDocx(bytes), pages: null };
    case 'html':
      return { blocks: readHtml(decode(bytes)), pages: null };
    case 'markdown':
      return { blocks: readMarkdown(decode(bytes)), pages: null };
    case 'csv':
      return { blocks: readCsv(decode(bytes)), pages: null };
    case 'text':
      return { blocks: readText(decode(bytes)), pages: null };
  }
}

/** The first bytes must match the name's ending. */
function assertIs(format: Format, bytes: Buffer): void {
  if (bytes.length === 0) throw new DocumentFault('The file is empty.');
  const found = kindOf(bytes);
  if (found === 'office')
    throw new DocumentFault('It is protected with a password, or an Office file of the old kind.');
  const wanted = format === 'pdf' || format === 'docx' ? format : 'text';
  if (found !== wanted) throw new DocumentFault(`Its name says ${NAMES[wanted]}, but it is ${NAMES[found]}.`);
}

const NAMES = { pdf: 'a PDF', docx: 'a Word document', text: 'text', other: 'something else' } as const;

function kindOf(bytes: Buffer): keyof typeof NAMES | 'office' {
  if (bytes.subarray(0, 1_024).includes('%PDF-')) return 'pdf';
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) return 'docx';
  if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) return 'office';
  return isText(bytes) ? 'text' : 'other';
}

function isText(bytes: Buffer): boolean {
  return isUtf16(bytes) || !bytes.subarray(0, 8_192).includes(0);
}

function isUtf16(bytes: Buffer): boolean {
  const [first, second] = bytes;
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** UTF-8, or UTF-16 with its mark; otherwise Windows-1252. */
function decode(bytes: Buffer): string {
  if (isUtf16(bytes)) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

serveSandbox(read);
