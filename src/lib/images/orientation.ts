const ORIENTATION = 0x0112;
const SHORT = 3;
const ENTRY_LENGTH = 12;

/** Returns the orientation of EXIF data, from 1 to 8; 1 if it is missing or invalid. */
export function readOrientation(exif: Buffer): number {
  const tiff = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
  const order = tiff.toString('latin1', 0, 4);
  if (tiff.length < 8 || (order !== 'II*\0' && order !== 'MM\0*')) return 1;
  const short = (at: number) => (order === 'II*\0' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = order === 'II*\0' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return 1;
  const end = Math.min(first + 2 + short(first) * ENTRY_LENGTH, tiff.length - ENTRY_LENGTH + 1);
  for (let at = first + 2; at < end; at += ENTRY_LENGTH) {
    if (short(at) !== ORIENTATION || short(at + 2) !== SHORT) continue;
    const said = short(at + 8);
    return said >= 1 && said <= 8 ? said : 1;
  }
  return 1;
}

/** Returns EXIF data that contains only the orientation. */
export function exifWithOrientation(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
