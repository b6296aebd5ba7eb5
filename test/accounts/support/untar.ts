const BLOCK_BYTES = 512;

/** Reads the entries of a tar archive by name; throws if a checksum is wrong. */
export function untar(archive: Buffer): Map<string, Buffer> {
  const entries = new Map<string, Buffer>();
  for (let at = 0; archive[at] !== 0;) {
    const header = archive.subarray(at, at + BLOCK_BYTES);
    const text = (from: number, length: number) =>
      header
        .subarray(from, from + length)
        .toString()
        .replace(/\0.*$/s, '');
    const bytes = Number.parseInt(text(124, 12), 8);
    const sum = header.reduce((total, byte, place) => total + (place >= 148 && place < 156 ? 32 : byte), 0);
    if (sum !== Number.parseInt(text(148, 8), 8)) throw new Error(`the header at ${at} is damaged`);
    at += BLOCK_BYTES;
    entries.set(text(0, 100), archive.subarray(at, at + bytes));
    at += Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
  }
  return entries;
}
