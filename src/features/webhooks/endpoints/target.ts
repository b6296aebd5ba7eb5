import { badRequest } from '../../../lib/errors.ts';
import { schemaReasons } from '../../../lib/schema/reasons.ts';
import { webhookReasons } from '../reasons.ts';
import { ipAddressInUrl, type Guard, type OutgoingAccess } from '../../../lib/http/outgoing/outgoing.ts';
import { withTimeout } from '../../../lib/concurrency/withTimeout.ts';

/** The timeout of the DNS lookup, shorter than the timeout of the API request. */
const LOOKUP_TIMEOUT_MS = 2_000;

/**
 * Rejects a URL that the outgoing guard would block. An https host that does not resolve is accepted, because it may
 * resolve later.
 */
export async function assertReachableUrl(reach: OutgoingAccess, text: string, field = 'url'): Promise<void> {
  const url = readUrl(text, field);
  const literal = ipAddressInUrl(url);
  if (literal !== undefined) return assertPermitted(reach.guard, url, literal, field);
  if (reach.guard.trusts(url)) return;

  const blocked = await withTimeout(
    LOOKUP_TIMEOUT_MS,
    reach.findBlocked(url),
    () => new Error('too late'),
  ).catch(() => undefined);
  if (blocked && blocked.length > 0) throw notPublic(url, field);
  if (blocked === undefined && url.protocol === 'http:') throw notPublic(url, field);
}

function readUrl(text: string, field: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw badRequest(field, schemaReasons.valid_url);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw badRequest(field, webhookReasons.https);
  if (url.username !== '' || url.password !== '') throw badRequest(field, webhookReasons.url_credentials);
  return url;
}

function assertPermitted(guard: Guard, url: URL, address: string, field: string): void {
  if (!guard.permits(url, address)) throw notPublic(url, field);
}

function notPublic(url: URL, field: string) {
  const { https_unless_allowed, public_address } = webhookReasons;
  return badRequest(field, url.protocol === 'http:' ? https_unless_allowed : public_address);
}
