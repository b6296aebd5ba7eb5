/** Program of the sandbox processes that read documents. */
import { serveSandbox } from '../process/sandbox/serve.ts';
import { assertFewDistinctWords, assertWithinBounds } from './bounds.ts';
import { DocumentFault, type Block, type DocumentReading, type ReadJob } from './document.ts';
import { parseDocx } from './docx.ts';
import { parseHtml } from './htmlText.ts';
import { splitPassages } from './passages.ts';
import { parsePdf } from './pdf.ts';
import { parseCsv, parseMarkdown, parsePlainText } from './plainText.ts';
import { formatOf, type Format } from './formats.ts';
import { documentReasons } from './reasons.ts';

async function read({ name, file }: ReadJob): Promise<DocumentReading> {
  try {
    const format = formatOf(name);
    if (!format) throw new DocumentFault(documentReasons.document_kind_unknown);
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    assertIs(format, bytes);
    assertWithinBounds(format, bytes);
    const { blocks, pages } = await readBlocks(format, bytes);
    const passages = splitPassages(blocks);
    if (passages.length === 0) throw new DocumentFault(documentReasons.document_without_text);
    assertFewDistinctWords(passages);
    return { kind: 'read', pages, passages };
  } catch (error) {
    if (error instanceof DocumentFault) return { kind: 'refused', reason: error.reason };
    throw error;
  }
}

async function readBlocks(format: Format, bytes: Buffer): Promise<{ blocks: Block[]; pages: number | null }> {
  switch (format) {
    case 'pdf':
      return parsePdf(bytes);
    case 'docx':
      return { blocks: parseDocx(bytes), pages: null };
    case 'html':
      return { blocks: parseHtml(decode(bytes)), pages: null };
    case 'markdown':
      return { blocks: parseMarkdown(decode(bytes)), pages: null };
    case 'csv':
      return { blocks: parseCsv(decode(bytes)), pages: null };
    case 'text':
      return { blocks: parsePlainText(decode(bytes)), pages: null };
  }
}

/** Throws unless the first bytes match the extension of the file name. */
function assertIs(format: Format, bytes: Buffer): void {
  if (bytes.length === 0) throw new DocumentFault(documentReasons.document_empty);
  const found = kindOf(bytes);
  if (found === 'office') throw new DocumentFault(documentReasons.document_locked_or_old);
  const wanted = format === 'pdf' || format === 'docx' ? format : 'text';
  if (found === wanted) return;
  const kinds = { declared: NAMES[wanted], found: NAMES[found] };
  throw new DocumentFault(documentReasons.document_of_other_kind(kinds));
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

/** Decodes UTF-16 with a byte order mark, otherwise UTF-8, and Windows-1252 if the text is not valid UTF-8. */
function decode(bytes: Buffer): string {
  if (isUtf16(bytes)) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

serveSandbox(read);
