import { broken, trailing, truncated, type Size } from './fault.ts';

const END = 0xd9;
const SCAN = 0xda;
/** Every start of a frame but the markers of tables that lie among them. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

/** Walks every segment of a JPEG to its end mark, which is its length, and decodes nothing. */
export function inspectJpeg(bytes: Buffer): Size & { length: number } {
  let size: Size | undefined;
  let has_scan = false;
  for (let at = 2; ;) {
    const { marker, data } = readMarker(bytes, at);
    if (marker === END) {
      assertNothingElseBehind(bytes, data);
      if (!size || !has_scan) throw broken('no pixels');
      return { ...size, length: data };
    }
    const next = data + readLength(bytes, data);
    if (next > bytes.length) throw truncated();
    if (FRAMES.has(marker)) size = readFrame(bytes, data);
    if (marker === SCAN) has_scan = true;
    at = marker === SCAN ? findNextMarker(bytes, next) : next;
  }
}

/** Before a marker there may be any number of fill bytes. */
function readMarker(bytes: Buffer, at: number): { marker: number; data: number } {
  let end = at;
  while (bytes[end] === 0xff) end++;
  const marker = bytes[end];
  if (marker === undefined) throw truncated();
  if (end === at || marker === 0) throw broken('no marker where one must be');
  return { marker, data: end + 1 };
}

function readLength(bytes: Buffer, at: number): number {
  if (at + 2 > bytes.length) throw truncated();
  const length = bytes.readUInt16BE(at);
  if (length < 2) throw broken('a segment without length');
  return length;
}

function readFrame(bytes: Buffer, at: number): Size {
  if (at + 7 > bytes.length) throw truncated();
  return { height: bytes.readUInt16BE(at + 3), width: bytes.readUInt16BE(at + 5) };
}

/** Among pixels a 0xff is followed by a zero or by one of the restart marks. */
function findNextMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw truncated();
}

/** Phones put more pictures behind the first, and scanners fill up with zeros. */
function assertNothingElseBehind(bytes: Buffer, end: number): void {
  const rest = bytes.subarray(end);
  if (!rest.toString('latin1', 0, 3).startsWith('\xff\xd8\xff') && rest.some((byte) => byte !== 0))
    throw trailing();
}
