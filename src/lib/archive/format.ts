/*
 * A file of parts, read and written from its beginning to its end:
 *
 *   "tenant-ops archive 1\n", then frames of a kind (1 byte), a length (4 bytes) and as many bytes:
 *   H  what the part is: JSON with its name
 *   D  a piece of its content
 *   E  its sum: SHA-256 of all bytes of its H and D, 32 bytes
 *   Z  the end of the file: SHA-256 of the sums of all parts, 32 bytes
 */
import { StartupFault } from '../startupFault.ts';

export const MAGIC = Buffer.from('tenant-ops archive 1\n');
export const FRAME_BYTES = 5;
export const MOST_FRAME_BYTES = 4 * 1024 * 1024;
export const SUM_BYTES = 32;

export const KINDS = { header: 0x48, data: 0x44, end_of_part: 0x45, end: 0x5a } as const;

export type Header = { name: string } & Record<string, unknown>;

/** The archive is not what was written; says which part is affected. */
export class DamagedArchive extends StartupFault {
  override name = 'DamagedArchive';
}
