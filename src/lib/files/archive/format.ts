/*
 * An archive is a sequence of parts, written and read from its beginning to its end. A part is made of frames; a frame
 * is a kind (1 byte), a length (4 bytes) and as many bytes:
 *
 *   H  the header of the part: JSON with its name
 *   D  a piece of its content
 *   E  SHA-256 of all bytes of its H and D frames, 32 bytes
 *   Z  the end of the archive: SHA-256 of the sums of all parts, 32 bytes
 *
 * Version 2, which is written, is "tenant-ops archive 2\n", a salt of 16 bytes, and the frames, encrypted and
 * authenticated by a passphrase (encryption.ts). Version 1 is "tenant-ops archive 1\n" and the plain frames: its sums find
 * damage, but a person who can change the archive can change the sums too.
 */
import { StartupFault } from '../../process/startupFault.ts';

export const MAGIC = Buffer.from('tenant-ops archive 2\n');
export const UNSIGNED_MAGIC = Buffer.from('tenant-ops archive 1\n');
export const FRAME_BYTES = 5;
export const MOST_FRAME_BYTES = 4 * 1024 * 1024;
export const MOST_HEADER_BYTES = 4 * 1024;
export const SUM_BYTES = 32;

export const KINDS = { header: 0x48, data: 0x44, end_of_part: 0x45, end: 0x5a } as const;

export type ArchiveHeader = { name: string } & Record<string, unknown>;

/** The archive is not what was written. */
export class DamagedArchive extends StartupFault {
  override name = 'DamagedArchive';
}
