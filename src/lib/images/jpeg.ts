import { assertChunkCount, brokenPicture, truncatedPicture, type CleanedPicture } from './fault.ts';
import { readOrientation, exifWithOrientation } from './orientation.ts';

const START = Buffer.of(0xff, 0xd8);
const END = 0xd9;
const SCAN = 0xda;
/** Frame header markers (SOF). The range 0xc0 to 0xcf also contains table markers, which are not listed here. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
/** Markers of the tables that decoding needs. */
const TABLES = new Set([0xc4, 0xcc, 0xdb, 0xdc, 0xdd, 0xde, 0xdf]);

type Segment = { marker: number; data: Buffer };

/**
 * Removes metadata from a JPEG by its segments, without decoding it. Keeps frames, tables, scans, color profiles and
 * the orientation. Removes locations, camera data, comments, thumbnails, and everything after the end marker, where
 * phones store videos and further pictures.
 */
export function cleanJpeg(bytes: Buffer): CleanedPicture {
  const parts: Buffer[] = [START];
  let size: { width: number; height: number } | undefined;
  let has_scan = false;
  for (let at = START.length, pieces = 0; ; pieces++) {
    assertChunkCount(pieces);
    const { marker, from } = readMarker(bytes, at);
    if (marker === END) {
      if (!size || !has_scan) throw brokenPicture('no pixels');
      return { ...size, parts: [...parts, bytes.subarray(from - 2, from)] };
    }
    const next = from + readLength(bytes, from);
    if (next > bytes.length) throw truncatedPicture();
    if (FRAMES.has(marker)) size = readFrame(bytes, from);
    if (marker === SCAN) has_scan = true;
    at = marker === SCAN ? findNextMarker(bytes, next) : next;
    const kept = keep({ marker, data: bytes.subarray(from + 2, next) });
    if (kept === 'as it is') parts.push(bytes.subarray(from - 2, at));
    else if (kept) parts.push(segment(marker, kept));
  }
}

/** Returns what to keep of a segment: all of it, a replacement, or nothing. */
function keep({ marker, data }: Segment): 'as it is' | Buffer | undefined {
  if (marker === SCAN || FRAMES.has(marker) || TABLES.has(marker)) return 'as it is';
  const begins = (name: string) => data.toString('latin1', 0, name.length) === name;
  if (marker === 0xe0 && begins('JFIF\0')) return withoutThumbnail(data);
  if (marker === 0xe1 && begins('Exif\0\0')) return onlyOrientation(data);
  if (marker === 0xe2 && begins('ICC_PROFILE\0')) return 'as it is';
  // The Adobe segment contains the color transform.
  if (marker === 0xee && begins('Adobe')) return 'as it is';
  return undefined;
}

const JFIF_LENGTH = 12;

function withoutThumbnail(jfif: Buffer): Buffer {
  return Buffer.concat([jfif.subarray(0, JFIF_LENGTH), Buffer.of(0, 0)]);
}

function onlyOrientation(exif: Buffer): Buffer | undefined {
  const orientation = readOrientation(exif);
  if (orientation === 1) return undefined;
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifWithOrientation(orientation)]);
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.of(0xff, marker, 0, 0);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** Reads the next marker, which any number of fill bytes (0xff) may precede. */
function readMarker(bytes: Buffer, at: number): { marker: number; from: number } {
  let end = at;
  while (bytes[end] === 0xff) end++;
  const marker = bytes[end];
  if (marker === undefined) throw truncatedPicture();
  if (end === at || marker === 0) throw brokenPicture('a marker is missing');
  return { marker, from: end + 1 };
}

function readLength(bytes: Buffer, at: number): number {
  if (at + 2 > bytes.length) throw truncatedPicture();
  const length = bytes.readUInt16BE(at);
  if (length < 2) throw brokenPicture('a segment has no length');
  return length;
}

function readFrame(bytes: Buffer, at: number): { width: number; height: number } {
  if (at + 7 > bytes.length) throw truncatedPicture();
  return { height: bytes.readUInt16BE(at + 3), width: bytes.readUInt16BE(at + 5) };
}

/**
 * Finds the next marker after a scan. Within scan data, 0xff is followed by zero, by another 0xff or by a restart
 * marker.
 */
function findNextMarker(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw truncatedPicture();
}
