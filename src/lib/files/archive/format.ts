/*
 * An archive is a sequence of parts that is written and read as a stream. A part consists of frames. A frame consists
 * of a kind (1 byte), a length (4 bytes) and that number of bytes:
 *
 *   H  the header of the part: JSON with its name
 *   D  a piece of its content
 *   E  SHA-256 of all bytes of its H and D frames, 32 bytes
 *   Z  the end of the archive: SHA-256 of the sums of all parts, 32 bytes
 *
 * New archives have version 2: "tenant-ops archive 2\n", a salt of 16 bytes, and the frames, encrypted and
 * authenticated with a passphrase (encryption.ts). Version 1 consists of "tenant-ops archive 1\n" and the unencrypted
 * frames: its sums detect damage, but an attacker who changes the archive can change the sums as well.
 */
import { StartupFault } from '../../process/startupFault.ts';

export const ARCHIVE_MAGIC = Buffer.from('tenant-ops archive 2\n');
export const UNSIGNED_MAGIC = Buffer.from('tenant-ops archive 1\n');
export const ARCHIVE_FRAME_HEADER_BYTES = 5;
export const MOST_FRAME_BYTES = 4 * 1024 * 1024;
export const MOST_HEADER_BYTES = 4 * 1024;
export const CHECKSUM_BYTES = 32;

export const FRAME_KINDS = { header: 0x48, data: 0x44, end_of_part: 0x45, end: 0x5a } as const;

export type ArchivePartHeader = { name: string } & Record<string, unknown>;

/** Thrown if the content of an archive differs from what was written. */
export class DamagedArchive extends StartupFault {
  override name = 'DamagedArchive';
}
