import { setImmediate } from 'node:timers/promises';
import { decodeBase64 } from '../../lib/crypto/base64.ts';
import { badRequest, required } from '../../lib/errors.ts';
import { knowledgeReasons } from './reasons.ts';

/** Decodes in a turn of the event loop of its own, after the body was read. */
export async function bytesOf(base64: string): Promise<Buffer> {
  await setImmediate();
  if (base64 === '') throw required('content', 'content: is empty');
  const bytes = base64.length % 4 === 0 ? decodeBase64(base64) : undefined;
  if (!bytes) throw badRequest('content', knowledgeReasons.content_not_base64);
  return bytes;
}
