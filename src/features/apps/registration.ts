import { badRequest, conflict } from '../../lib/errors.ts';
import { appReasons } from './reasons.ts';
import type { AppChanges, OAuthApp } from './contract.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** A private scheme must be a reversed domain name, so that two installed apps do not share one. */
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;
const PLAIN = /^[\x21-\x7e]+$/;

/** Allowed redirect URIs: https, loopback, or the private scheme of an installed app. */
export function assertRedirectUris(uris: readonly string[] = []): void {
  for (const uri of uris) if (!isRedirectUri(uri)) throw badRequest('redirect_uris', appReasons.redirect_uri);
}

function isRedirectUri(uri: string): boolean {
  if (!PLAIN.test(uri) || /[#*\\]/.test(uri) || !URL.canParse(uri)) return false;
  const { protocol, username, password, hostname } = new URL(uri);
  if (username !== '' || password !== '') return false;
  if (protocol === 'https:') return hostname !== '';
  if (protocol === 'http:') return LOOPBACK.has(hostname);
  return PRIVATE_SCHEME.test(protocol);
}

export function assertHomepage(homepage = ''): void {
  if (homepage === '') return;
  const url = URL.canParse(homepage) ? new URL(homepage) : undefined;
  if (url && ['https:', 'http:'].includes(url.protocol) && url.username === '') return;
  throw badRequest('homepage', appReasons.homepage_url);
}

/**
 * Name, redirect URIs and scopes of an active app were reviewed, so the name cannot change, and the others can only
 * lose entries.
 */
export function assertReviewedFieldsUnchanged(
  app: OAuthApp,
  { name, redirect_uris, scopes }: AppChanges,
): void {
  if (app.status === 'development') return;
  if (name !== undefined && name !== app.name) throw conflict('name', appReasons.name_reviewed);
  if (redirect_uris?.some((uri) => !app.redirect_uris.includes(uri)))
    throw conflict('redirect_uris', appReasons.only_fewer);
  if (scopes?.some((scope) => !app.scopes.includes(scope))) throw conflict('scopes', appReasons.only_fewer);
}
