import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountOf, type FindSession, type Session } from '../access/browser.ts';
import type { Context } from '../access/context.ts';
import { actAs, type Services } from '../access/platform.ts';
import { addressOf } from '../lib/http/address.ts';
import { OPEN_BODY } from '../lib/http/bounds.ts';
import { cookieJar, type CookieJar } from '../lib/http/cookies.ts';
import type { PathTable } from '../lib/http/paths.ts';
import { randomBase62 } from '../lib/tokens.ts';
import { assertOwnPage, formToken } from './ownPage.ts';
import { sendFailure, sendPage, type PageAnswer, type ShowFailure } from './pageAnswer.ts';
import { servicesOf, type DoorServices } from './services.ts';

/** A browser that asks for a page or sends its form. */
export type Visit = Services & {
  session: Session | undefined;
  /** Somebody who is signed in, acting in their account; staff, acting on their own sign-in. */
  actAs(session: Session): Context;
  query: URLSearchParams;
  /** The query as it was sent, byte for byte. */
  raw_query: string;
  /** The fields of a form; what was sent more than once is left out. */
  field: (name: string) => string;
  /** Proves that a form was shown to this very browser. */
  form_token: string;
  address: string;
  browser: string;
  /** The token of the browser's session cookie, live or not. */
  token: string | undefined;
};

type PageHandler = (visit: Visit) => Promise<PageAnswer>;

export type PageResource = PageOptions & {
  path: string;
  handlers: { GET?: PageHandler; POST?: PageHandler };
};

type PageOptions = {
  /** Without a session its form has nothing left to protect: a second click is led on, not refused. */
  only_ends_session?: boolean;
};

export function page(
  path: string,
  handlers: PageResource['handlers'],
  options: PageOptions = {},
): PageResource {
  return { path, handlers, ...options };
}

export type PageDoor = {
  resources: readonly PageResource[];
  findSession: FindSession;
  /** How long a browser keeps the cookie of a session. */
  session_life_ms: number;
  showFailure: ShowFailure;
};

const VISITOR_LIFE_S = 24 * 60 * 60;

/** Pages for people: rendered here, working without scripts, and closed to forms of other origins. */
export function openPages(
  server: FastifyInstance,
  paths: PathTable,
  door: PageDoor,
  services: DoorServices,
): void {
  const setting = { door, services, cookies: cookieJar(services.tools.public_url) };
  for (const resource of door.resources) {
    paths.set(resource.path, Object.keys(resource.handlers));
    for (const [method, handle] of Object.entries(resource.handlers)) {
      server.route({
        method,
        url: resource.path,
        bodyLimit: OPEN_BODY.bytes,
        config: { takes_forms: true, most_values: OPEN_BODY.values },
        handler: async (request, reply) => {
          const visit = await identifyVisit(setting, request, reply);
          if (method === 'POST') assertShownByUs(setting, resource, request, visit);
          return runPage(setting, handle, visit, reply);
        },
        errorHandler: (error, request, reply) => void sendFailure(door.showFailure, error, request, reply),
      });
    }
  }
}

type Setting = { door: PageDoor; services: DoorServices; cookies: CookieJar };

/** A browser is known by its sign-in, or before that by a cookie of its own. */
async function identifyVisit(
  { door, services, cookies }: Setting,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit> {
  const here = servicesOf(services);
  const token = cookies.read(request.raw, 'session');
  const session = token === undefined ? undefined : await door.findSession(here, token);
  const secret = session && token ? token : readVisitorCookie(cookies, request, reply);
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
function readVisitorCookie(cookies: CookieJar, request: FastifyRequest, reply: FastifyReply): string {
  const known = cookies.read(request.raw, 'visitor');
  if (known !== undefined) return known;
  const visitor = randomBase62(43);
  reply.header('Set-Cookie', cookies.write('visitor', visitor, VISITOR_LIFE_S));
  return visitor;
}

function fieldReader(body: unknown): (name: string) => string {
  const fields = new Map<string, unknown>(Object.entries(Object(body)));
  return (name) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
}

function assertShownByUs(
  { services }: Setting,
  { only_ends_session = false }: PageResource,
  request: FastifyRequest,
  { session, form_token, field }: Visit,
): void {
  if (session === undefined && only_ends_session) return;
  assertOwnPage(services.tools.public_url, request.headers, field('form_token'), form_token);
}

async function runPage(
  { door, cookies }: Setting,
  handle: PageHandler,
  visit: Visit,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answer = await handle(visit);
  if (answer.kind !== 'file' && answer.signs_in !== undefined) {
    const max_age_s = answer.signs_in === '' ? 0 : door.session_life_ms / 1000;
    reply.header('Set-Cookie', cookies.write('session', answer.signs_in, max_age_s));
  }
  return sendPage(reply, answer);
}
