import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { forbidden } from '../lib/errors.ts';
import { doorReasons } from './reasons.ts';

/** A token that only a page shown with this cookie can send. */
export function formToken(secret: string): string {
  return createHash('sha256').update(`form ${secret}`).digest('base64url');
}

/** A change must come from a page of ours: checks the origin headers, then the token. */
export function assertSameOriginForm(
  public_url: string,
  headers: IncomingHttpHeaders,
  sent: string,
  wanted: string,
): void {
  const { origin, host, 'sec-fetch-site': site } = headers;
  const given = Buffer.from(sent);
  const expected = Buffer.from(wanted);
  const is_own =
    (site === undefined || site === 'same-origin') &&
    (origin === undefined || origin === public_url || (host !== undefined && hostOf(origin) === host)) &&
    given.length === expected.length &&
    timingSafeEqual(given, expected);
  if (!is_own) throw forbidden(null, doorReasons.page_out_of_date);
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
