import { PictureFault, type Size } from './fault.ts';
import { inspectJpeg } from './jpeg.ts';
import { inspectPdf } from './pdf.ts';
import { inspectPng } from './png.ts';
import { inspectWebp } from './webp.ts';

export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

/** As much as a scan of a large sheet has; a decoder needs up to four bytes for each. */
const MAX_PIXELS = 64_000_000;
const MAX_SIDE = 20_000;

type Format = {
  begins: (start: string) => boolean;
  inspect: (bytes: Buffer) => (Size & { length?: number }) | undefined;
};

const FORMATS: Record<PictureType, Format> = {
  'image/png': { begins: (start) => start.startsWith('\x89PNG\r\n\x1a\n'), inspect: inspectPng },
  'image/jpeg': { begins: (start) => start.startsWith('\xff\xd8\xff'), inspect: inspectJpeg },
  'image/webp': {
    begins: (start) => start.startsWith('RIFF') && start.startsWith('WEBP', 8),
    inspect: inspectWebp,
  },
  'application/pdf': { begins: (start) => start.startsWith('%PDF-'), inspect: inspectPdf },
};

/** What the first bytes say that this is. */
export function recognise(bytes: Buffer): PictureType | undefined {
  const start = bytes.toString('latin1', 0, 12);
  return PICTURE_TYPES.find((type) => FORMATS[type].begins(start));
}

/** The one whole picture that these bytes are, of a size that may be decoded; throws a PictureFault otherwise. */
export function readPicture(bytes: Buffer, type: PictureType): Buffer {
  const size = FORMATS[type].inspect(bytes);
  if (!size) return bytes;
  const { width, height, length } = size;
  if (width === 0 || height === 0) throw new PictureFault('is broken: it has no size');
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
    throw new PictureFault(
      `has ${width} × ${height} pixels, more than ${MAX_PIXELS / 1e6} million or ${MAX_SIDE} a side`,
    );
  }
  return bytes.subarray(0, length);
}
