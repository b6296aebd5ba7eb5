import { brokenPicture, PictureFault, truncatedPicture, type CleanedPicture } from './fault.ts';
import { cleanJpeg } from './jpeg.ts';
import { cleanPng } from './png.ts';
import { cleanWebp } from './webp.ts';
import { imageReasons } from './reasons.ts';

export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

/** Maximum number of pixels, enough for a large scan. A decoder needs up to four bytes per pixel. */
const MAX_PIXELS = 64_000_000;
const MAX_SIDE = 20_000;

type Format = {
  begins: (start: string) => boolean;
  /** Removes metadata. Returns undefined for a format that is kept unchanged. */
  clean: (bytes: Buffer) => CleanedPicture | undefined;
};

const FORMATS: Record<PictureType, Format> = {
  'image/png': { begins: (start) => start.startsWith('\x89PNG\r\n\x1a\n'), clean: cleanPng },
  'image/jpeg': { begins: (start) => start.startsWith('\xff\xd8\xff'), clean: cleanJpeg },
  'image/webp': {
    begins: (start) => start.startsWith('RIFF') && start.startsWith('WEBP', 8),
    clean: cleanWebp,
  },
  'application/pdf': { begins: (start) => start.startsWith('%PDF-'), clean: keepPdf },
};

/** Detects the type by the first bytes. */
export function detectPictureType(bytes: Buffer): PictureType | undefined {
  const start = bytes.toString('latin1', 0, 12);
  return PICTURE_TYPES.find((type) => FORMATS[type].begins(start));
}

function keepPdf(bytes: Buffer): undefined {
  assertPdf(bytes);
}

/** The brands of HEIC and related picture formats; videos use the same container with other brands. */
const HEIC = /^....ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1|avi[fs])/s;

export function isHeic(bytes: Buffer): boolean {
  return HEIC.test(bytes.toString('latin1', 0, 12));
}

/** Returns the picture without metadata. Throws a PictureFault for an invalid picture or one with too many pixels. */
export function removePictureMetadata(bytes: Buffer, type: PictureType): Buffer {
  const cleaned = FORMATS[type].clean(bytes);
  if (!cleaned) return bytes;
  const { width, height, parts } = cleaned;
  if (width === 0 || height === 0) throw brokenPicture('the width or height is zero');
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
    throw new PictureFault(
      imageReasons.picture_too_large({ width, height, most_million: MAX_PIXELS / 1e6, most_side: MAX_SIDE }),
    );
  }
  return Buffer.concat(parts);
}

const WHITE = /^[\0\t\n\f\r ]*$/;
const TAIL_LENGTH = 2_048;

/** Checks only the header and the end of a PDF; the content is not parsed. */
export function assertPdf(bytes: Buffer): void {
  if (!/^%PDF-[12]\.\d[\r\n ]/.test(bytes.toString('latin1', 0, 9))) throw brokenPicture('no header');
  const tail = bytes.toString('latin1', Math.max(bytes.length - TAIL_LENGTH, 0));
  const end = tail.lastIndexOf('%%EOF');
  if (end === -1) throw truncatedPicture();
  if (!/startxref\s+\d+\s*$/.test(tail.slice(0, end)))
    throw brokenPicture('the cross-reference table is missing');
  if (!WHITE.test(tail.slice(end + '%%EOF'.length)))
    throw new PictureFault(imageReasons.picture_followed_by_data);
}
