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
      /** True if a form on the page may redirect to another origin: Chromium applies `form-action` to redirects as well. */
      leads_outside?: boolean;
      signs_in?: string;
    }
  /** A download under this name, sent piece by piece; its producer has not begun. */
  | { kind: 'file'; name: string; type: string; pieces: AsyncGenerator<string | Buffer> }
  /** `signs_in` sets the token of the sign-in cookie; an empty one deletes it. */
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

export type ShowFailure = (failure: Failure) => Html;

export function sendFailure(
  show: ShowFailure,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
): FastifyReply {
  const failure = toFailure(error);
  const { code } = failure;
  if (code === 'INTERNAL_ERROR') request.log.error({ err: error, request_id: request.id }, 'page failed');
  if (isRetrySafe(error)) reply.header('Retry-After', RETRY_AFTER_S);
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

/** Without a referrer Chromium sends `Origin: null` with a form; and an app may open the consent in a window. */
const HEADERS = {
  ...PAGE_HEADERS,
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Cache-Control': 'no-store',
} as const;
