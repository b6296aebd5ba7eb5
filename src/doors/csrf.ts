import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { forbidden } from '../lib/errors.ts';
import { doorReasons } from './reasons.ts';

/** Derives the CSRF token of forms from the cookie's secret. Only pages of the browser with this cookie contain it. */
export function formCsrfToken(secret: string): string {
  return createHash('sha256').update(`form ${secret}`).digest('base64url');
}

/** 403 unless a form was sent by a page of this service. Checks Sec-Fetch-Site, Origin and the CSRF token. */
export function assertSameOriginForm(
  public_url: string,
  headers: IncomingHttpHeaders,
  sent_token: string,
  expected_token: string,
): void {
  const { origin, host, 'sec-fetch-site': site } = headers;
  const given = Buffer.from(sent_token);
  const expected = Buffer.from(expected_token);
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
