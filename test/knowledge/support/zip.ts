import { crc32, deflateRawSync } from 'node:zlib';

export type ZipPart = {
  name: string;
  content: Buffer | string;
  locked?: boolean;
  /** The optional extra field and comment of a ZIP entry. */
  extra?: string;
  comment?: string;
};

/** Returns a regular ZIP archive. */
export function makeZip(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const { name, content, locked = false, extra = '', comment = '' } of parts) {
    const raw = Buffer.from(content);
    const packed = deflateRawSync(raw);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(locked ? 1 : 0, 2);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(raw), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(raw.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    head.writeUInt16LE(extra.length, 24);
    const named = Buffer.from(name + extra);
    const tail = Buffer.alloc(14);
    tail.writeUInt16LE(comment.length, 0);
    tail.writeUInt32LE(at, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, named, packed]);
    const begin = Buffer.from('PK\x01\x02\x14\x00', 'latin1');
    entries.push(Buffer.concat([begin, head, tail, named, Buffer.from(comment)]));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

export function makeDocx(body: string, more: readonly ZipPart[] = []): Buffer {
  const xml = `<?xml version="1.0"?><w:document ${WORD}><w:body>${body}</w:body></w:document>`;
  return makeZip([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'word/document.xml', content: xml },
    ...more,
  ]);
}

export function makeDocxParagraph(text: string, style = ''): string {
  const properties = style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${properties}<w:r><w:t>${text}</w:t></w:r></w:p>`;
}
