/* Writes tar archives as a stream, in the ustar format, which every tar program reads. */

const BLOCK_BYTES = 512;
const MOST_NAME_BYTES = 100;

/** The end of an archive: two blocks of zeros. */
export const TAR_END = Buffer.alloc(2 * BLOCK_BYTES);

export type TarEntry = {
  changed_at: Date;
  /** File permissions; default: read and write for the owner. */
  mode?: number;
};

/** Returns the header block of a file. */
export function tarHeader(name: string, bytes: number, { changed_at, mode = 0o600 }: TarEntry): Buffer {
  if (Buffer.byteLength(name) > MOST_NAME_BYTES)
    throw new Error(`${name} is too long for a name in a tar archive`);
  const header = Buffer.alloc(BLOCK_BYTES);
  header.write(name, 0);
  writeOctal(header, mode, 100, 8);
  writeOctal(header, 0, 108, 8);
  writeOctal(header, 0, 116, 8);
  writeOctal(header, bytes, 124, 12);
  writeOctal(header, Math.floor(changed_at.getTime() / 1_000), 136, 12);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  // The checksum is computed with spaces in the checksum field.
  header.write(' '.repeat(8), 148);
  writeOctal(
    header,
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    8,
  );
  return header;
}

/** Returns the zeros between the content of a file and the next block. */
export function tarPadding(bytes: number): Buffer {
  return Buffer.alloc((BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES);
}

function writeOctal(header: Buffer, value: number, at: number, length: number): void {
  header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at);
}
