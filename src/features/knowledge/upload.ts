import { setImmediate } from 'node:timers/promises';
import { decodeBase64 } from '../../lib/crypto/base64.ts';
import { badRequest, missingMember } from '../../lib/errors.ts';
import { knowledgeReasons } from './reasons.ts';

/**
 * Decodes base64 in a later iteration of the event loop, so that parsing a large body and decoding it do not block
 * other requests in one piece.
 */
export async function decodeBase64Content(base64: string): Promise<Buffer> {
  await setImmediate();
  if (base64 === '') throw missingMember('content', 'content: is empty');
  const bytes = base64.length % 4 === 0 ? decodeBase64(base64) : undefined;
  if (!bytes) throw badRequest('content', knowledgeReasons.content_not_base64);
  return bytes;
}
