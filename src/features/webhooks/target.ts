import { badRequest, invalidInput } from '../../lib/errors.ts';
import { literalOf, type Guard, type Reach } from '../../lib/outgoing/guard.ts';
import { within } from '../../lib/concurrency/within.ts';

const UNLESS_ALLOWED = 'unless WEBHOOK_ALLOW names its host';
/** Time for the name servers, well within that of the request. */
const LOOK_UP_MS = 2_000;

/** Refuses a URL that can never be called; a name may resolve later. */
export async function assertReachable(reach: Reach, text: string, field = 'url'): Promise<void> {
  const url = readUrl(text, field);
  const literal = literalOf(url);
  if (literal !== undefined) return assertPermitted(reach.guard, url, literal, field);
  if (reach.guard.trusts(url)) return;

  const blocked = await within(LOOK_UP_MS, reach.findBlocked(url), () => new Error('too late')).catch(
    () => undefined,
  );
  if (blocked && blocked.length > 0) throw notPublic(url, field);
  if (blocked === undefined && url.protocol === 'http:') throw notPublic(url, field);
}

function readUrl(text: string, field: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw badRequest(`${field}: must be a valid URL`);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw invalidInput({ path: field, rule: 'https', limit: null }, `${field}: must begin with https://`);
  if (url.username !== '' || url.password !== '')
    throw badRequest(`${field}: must hold no user name or password`);
  return url;
}

function assertPermitted(guard: Guard, url: URL, address: string, field: string): void {
  if (!guard.permits(url, address)) throw notPublic(url, field);
}

function notPublic(url: URL, field: string) {
  const is_http = url.protocol === 'http:';
  const words = is_http ? 'must begin with https://' : 'must lead to a public address';
  const fault = { path: field, rule: is_http ? 'https' : 'public_address', limit: null };
  return invalidInput(fault, `${field}: ${words}, ${UNLESS_ALLOWED}`);
}
