import { timingSafeEqual } from 'node:crypto';
import type { AnonymousCaller } from '../../access/anonymousCaller.ts';
import { badRequest, Failure } from '../../lib/errors.ts';
import { untranslated } from '../../lib/text/reasons.ts';
import { hashToken } from '../../access/tokens.ts';
import { findOAuthClient, type OAuthClient } from '../apps/clients.ts';

type Credentials = { client_id?: string; client_secret?: string };

/** Authenticates the calling app by its secret in the body or by HTTP Basic. A suspended app is rejected. */
export async function authenticateClient(guest: AnonymousCaller, body: Credentials): Promise<OAuthClient> {
  const { client_id, client_secret, by_basic } = readCredentials(guest.authorization, body);
  if (!client_id || !client_secret) throw invalidClient(by_basic);
  const client = await findOAuthClient(guest.db, client_id);
  if (!client || !timingSafeEqual(client.secret_hash, hashToken(client_secret)))
    throw invalidClient(by_basic);
  if (client.status === 'suspended') throw invalidClient(by_basic);
  return client;
}

function readCredentials(headers: readonly string[], body: Credentials): Credentials & { by_basic: boolean } {
  const basic = headers.filter((header) => /^\s*basic(?:\s|$)/i.test(header));
  if (basic.length === 0) return { ...body, by_basic: false };
  if (basic.length > 1) throw badRequest('Authorization', untranslated('sent more than once'));
  if (body.client_secret)
    throw badRequest('client_secret', untranslated('send it in the body or by HTTP Basic, not both'));

  const credentials = decodeBasic(basic[0] ?? '');
  if (body.client_id && body.client_id !== credentials.client_id) throw invalidClient(true);
  return { ...credentials, by_basic: true };
}

/**
 * Clients send id and secret plain or percent-encoded. Decoding is safe for both, because our ids and secrets contain
 * no characters that encoding changes.
 */
function decodeBasic(header: string): Credentials {
  const text = Buffer.from(header.trim().replace(/^basic\s*/i, ''), 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return {};
  return { client_id: decodePart(text.slice(0, colon)), client_secret: decodePart(text.slice(colon + 1)) };
}

function decodePart(text: string): string {
  try {
    const decoded = decodeURIComponent(text);
    return decoded.includes('\0') ? '' : decoded;
  } catch {
    return '';
  }
}

function invalidClient(by_basic: boolean): Failure {
  const headers = by_basic ? { 'WWW-Authenticate': 'Basic realm="oauth"' } : {};
  return new Failure('invalid_client', 'The client_id or client_secret is wrong', headers);
}
