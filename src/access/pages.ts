import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { STATUS_OF, type FailureCode } from '../lib/errors.ts';
import type { CookieJar } from '../lib/http/cookies.ts';
import { addressOf } from '../lib/http/address.ts';
import { OPEN_BODY } from '../lib/http/bounds.ts';
import { toFailure } from '../lib/http/failures.ts';
import { PAGE_HEADERS } from '../lib/http/page.ts';
import type { PathTable } from '../lib/http/paths.ts';
import type { Html } from '../lib/html.ts';
import { randomBase62 } from '../lib/tokens.ts';
import { viewsOf, type DoorServices } from './door.ts';
import { assertOwnPage, formToken } from './ownPage.ts';
import { actAs, type Services } from './platform.ts';
import { accountOf, type PageAnswer, type PageResource, type Session, type Visit } from './visit.ts';

export type PageDoor = {
  public_url: string;
  cookies: CookieJar;
  resources: readonly PageResource[];
  findSession: (here: Services, token: string) => Promise<Session | undefined>;
  /** How long a browser keeps the cookie of a session. */
  session_life_ms: number;
  showFailure(code: FailureCode, message: string): Html;
};

const VISITOR_LIFE_S = 24 * 60 * 60;

/** Pages for people: rendered here, working without scripts, and closed to forms of other origins. */
export function openPages(
  server: FastifyInstance,
  paths: PathTable,
  door: PageDoor,
  services: DoorServices,
): void {
  for (const { path, handlers, only_ends_session = false } of door.resources) {
    const methods = Object.keys(handlers);
    paths.set(path, methods);
    for (const [method, handle] of Object.entries(handlers)) {
      server.route({
        method,
        url: path,
        bodyLimit: OPEN_BODY.bytes,
        config: { takes_forms: true, most_values: OPEN_BODY.values },
        handler: async (request, reply) => {
          const visit = await receive(door, services, request, reply);
          const can_harm = visit.session !== undefined || !only_ends_session;
          if (method === 'POST' && can_harm)
            assertOwnPage(door.public_url, request.headers, visit.field('form_token'), visit.form_token);
          return answer(door, reply, await handle(visit));
        },
        errorHandler: (error, request, reply) => void showFailure(door, error, request, reply),
      });
    }
  }
}

async function receive(
  door: PageDoor,
  services: DoorServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit> {
  const now = services.clock.now();
  const token = door.cookies.read(request.raw, 'session');
  const here = { db: services.db, seenBy: viewsOf(services), now };
  const session = token === undefined ? undefined : await door.findSession(here, token);
  const secret = session && token ? token : knowVisitor(door, request, reply);
  const raw_query = request.url.slice(request.url.indexOf('?') + 1 || request.url.length);
  return {
    ...here,
    session,
    token,
    actAs: (own) => actAs(here, accountOf(own), own.user_id),
    query: new URLSearchParams(raw_query),
    raw_query,
    field: fieldReader(request.body),
    form_token: formToken(secret),
    address: addressOf(request),
    browser: (request.headers['user-agent'] ?? '').replaceAll(/[^\x20-\x7e]/g, '').slice(0, 300),
  };
}

/** Before sign-in a form is bound to a cookie of its own, and after it to the session's. */
function knowVisitor(door: PageDoor, request: FastifyRequest, reply: FastifyReply): string {
  const known = door.cookies.read(request.raw, 'visitor');
  if (known !== undefined) return known;
  const visitor = randomBase62(43);
  reply.header('Set-Cookie', door.cookies.write('visitor', visitor, VISITOR_LIFE_S));
  return visitor;
}

function fieldReader(body: unknown): (name: string) => string {
  const fields = new Map<string, unknown>(Object.entries(Object(body)));
  return (name) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
}

function answer(door: PageDoor, reply: FastifyReply, outcome: PageAnswer): FastifyReply {
  if (outcome.kind === 'file') return sendFile(reply, outcome);
  if (outcome.signs_in !== undefined) {
    const max_age_s = outcome.signs_in === '' ? 0 : door.session_life_ms / 1000;
    reply.header('Set-Cookie', door.cookies.write('session', outcome.signs_in, max_age_s));
  }
  if (outcome.kind === 'redirect') return reply.headers(HEADERS).redirect(outcome.to, 303);
  return sendPage(reply, outcome.status ?? 200, outcome.body, outcome.leads_outside ?? false);
}

function sendFile(
  reply: FastifyReply,
  { name, type, pieces }: Extract<PageAnswer, { kind: 'file' }>,
): FastifyReply {
  return reply
    .headers({ ...HEADERS, 'X-Content-Type-Options': 'nosniff' })
    .header('Content-Disposition', `attachment; filename="${name.replaceAll(/[^\w.-]+/g, '-')}"`)
    .type(type)
    .send(Readable.from(pieces));
}

function showFailure(
  door: PageDoor,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = toFailure(error);
  if (failure.code === 'INTERNAL_ERROR')
    request.log.error({ err: error, request_id: request.id }, 'page failed');
  return sendPage(reply, STATUS_OF[failure.code], door.showFailure(failure.code, failure.message), false);
}

function sendPage(reply: FastifyReply, status: number, body: Html, leads_outside: boolean): FastifyReply {
  const policy = leads_outside ? POLICY : `${POLICY}; form-action 'self'`;
  return reply
    .code(status)
    .headers({ ...HEADERS, 'Content-Security-Policy': policy })
    .type('text/html; charset=utf-8')
    .send(body.text);
}

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
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
