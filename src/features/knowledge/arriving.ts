import { badRequest } from '../../lib/errors.ts';

/** A file of 25 MB as base64, with what stands around it. */
export const BODY_LIMIT_BYTES = 36 * 1024 * 1024;
/** Such a file may have a slow way to where files lie. */
export const DEADLINE_MS = 60_000;

/** Node's decoder skips what is no base64, so somebody must look before. */
export function bytesOf(base64: string): Buffer {
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64))
    throw badRequest('content: must be base64');
  return Buffer.from(base64, 'base64');
}
