import type { FastifyReply, FastifyRequest } from 'fastify';
import { STATUS_OF, type Failure } from '../lib/errors.ts';
import type { Html } from '../lib/text/html.ts';
import type { Language } from '../lib/text/language.ts';
import { toFailure } from '../lib/http/failures.ts';
import { RETRY_AFTER_S } from '../lib/http/overload.ts';
import { PAGE_HEADERS } from '../lib/http/page.ts';
import { isRetrySafe } from '../lib/sql/retrySafety.ts';
import { sendDownload } from './download.ts';

export type PageAnswer =
  | {
      kind: 'page';
      body: Html;
      status?: 200 | 400 | 403 | 404 | 429;
      /**
       * True if a form on the page can redirect to another origin. Chromium also applies the CSP `form-action` to
       * redirects.
       */
      leads_outside?: boolean;
      signs_in?: string;
    }
  /** A download with this file name. The generator starts when the response is sent. */
  | { kind: 'file'; name: string; type: string; pieces: AsyncGenerator<string | Buffer> }
  /** `signs_in` sets the sign-in cookie, and an empty text deletes it. `speaks` sets the language cookie. */
  | { kind: 'redirect'; to: string; signs_in?: string; speaks?: Language };

export function showPage(
  body: Html,
  options: Omit<Extract<PageAnswer, { kind: 'page' }>, 'kind' | 'body'> = {},
): PageAnswer {
  return { kind: 'page', body, ...options };
}

export function redirectTo(to: string, signs_in?: string): PageAnswer {
  return { kind: 'redirect', to, ...(signs_in !== undefined && { signs_in }) };
}

export async function sendPage(
  reply: FastifyReply,
  answer: PageAnswer,
  language: Language,
): Promise<FastifyReply> {
  switch (answer.kind) {
    case 'file':
      return sendDownload(reply.headers(HEADERS), answer);
    case 'redirect':
      return reply.headers(HEADERS).redirect(answer.to, 303);
    case 'page':
      return sendHtml(reply, answer.status ?? 200, answer.body.in(language), answer.leads_outside ?? false);
  }
}

export type RenderFailurePage = (failure: Failure) => Html;

export function sendFailurePage(
  show: RenderFailurePage,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
): FastifyReply {
  const failure = toFailure(error);
  const { code } = failure;
  if (code === 'INTERNAL_ERROR') request.log.error({ err: error, request_id: request.id }, 'page failed');
  reply.headers(isRetrySafe(error) ? { 'Retry-After': RETRY_AFTER_S } : failure.headers);
  return sendHtml(reply, isRetrySafe(error) ? 503 : STATUS_OF[code], show(failure).in(language), false);
}

function sendHtml(reply: FastifyReply, status: number, body: string, leads_outside: boolean): FastifyReply {
  const policy = leads_outside ? POLICY : `${POLICY}; form-action 'self'`;
  return reply
    .code(status)
    .headers({ ...HEADERS, 'Content-Security-Policy': policy })
    .type('text/html; charset=utf-8')
    .send(body);
}

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "font-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Pages need a referrer policy with `same-origin`, because Chromium otherwise sends `Origin: null` with forms. The
 * opener policy lets an app open the consent page in a popup.
 */
const HEADERS = {
  ...PAGE_HEADERS,
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Cache-Control': 'no-store',
} as const;
