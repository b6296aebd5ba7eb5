import { inflateRawSync } from 'node:zlib';
import { DocumentFault } from './document.ts';
import { documentReasons } from './reasons.ts';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;
const MOST_ENTRIES = 5_000;

/**
 * Reads one file of a ZIP archive; undefined if it is missing. Throws if it is larger than `max_bytes` when unpacked.
 */
export function readEntry(archive: Buffer, name: string, max_bytes: number): Buffer | undefined {
  try {
    return findAndUnpack(archive, name, max_bytes);
  } catch (error) {
    if (error instanceof DocumentFault) throw error;
    const is_bomb = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new DocumentFault(
      is_bomb ? documentReasons.document_unpacks_to_too_much : documentReasons.document_damaged,
    );
  }
}

function findAndUnpack(archive: Buffer, name: string, max_bytes: number): Buffer | undefined {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || archive.readUInt32LE(end) !== END || end + END_LENGTH > archive.length)
    throw new DocumentFault(documentReasons.document_damaged);
  const count = archive.readUInt16LE(end + 10);
  if (count > MOST_ENTRIES)
    throw new DocumentFault(documentReasons.document_too_many_parts({ most: MOST_ENTRIES }));
  let at = archive.readUInt32LE(end + 16);
  for (let entry = 0; entry < count; entry++) {
    if (archive.readUInt32LE(at) !== ENTRY) throw new DocumentFault(documentReasons.document_damaged);
    const name_length = archive.readUInt16LE(at + 28);
    const found = archive.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + name_length);
    if (found === name) return unpack(archive, at, max_bytes);
    at += ENTRY_LENGTH + name_length + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return undefined;
}

function unpack(archive: Buffer, at: number, max_bytes: number): Buffer {
  const is_locked = (archive.readUInt16LE(at + 8) & 1) === 1;
  if (is_locked) throw new DocumentFault(documentReasons.document_locked);
  const method = archive.readUInt16LE(at + 10);
  const packed_bytes = archive.readUInt32LE(at + 20);
  const local = archive.readUInt32LE(at + 42);
  const start = local + LOCAL_LENGTH + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(start, start + packed_bytes);
  if (method === 8) return inflateRawSync(packed, { maxOutputLength: max_bytes });
  if (method === 0 && packed.length <= max_bytes) return packed;
  throw new DocumentFault(documentReasons.document_damaged);
}
