import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountIdOf, type FindSignIn, type SignIn } from '../access/signIn.ts';
import type { Context } from '../access/context.ts';
import { actAsUser, type RequestServices } from '../access/platform.ts';
import { clientAddressOf } from '../lib/http/address.ts';
import { requestLanguage } from '../lib/http/language.ts';
import { isSentFromThisMachine } from '../lib/http/loopback.ts';
import type { Language } from '../lib/text/language.ts';
import { ANONYMOUS_BODY_LIMITS } from '../lib/http/bounds.ts';
import type { CookieCodec } from '../lib/http/cookies.ts';
import { READ_METHODS, type PathTable } from '../lib/http/paths.ts';
import { randomBase62 } from '../access/tokens.ts';
import { assertSameOriginForm, formCsrfToken } from './csrf.ts';
import { sendFailurePage, sendPage, type PageAnswer, type RenderFailurePage } from './pageAnswer.ts';
import { requestServicesOf, type DoorServices } from './services.ts';
import { DAY_MS, SECOND_MS } from '../lib/time/clock.ts';

/** A browser's request for a page, or the submission of its form. */
export type PageRequest = RequestServices & {
  sign_in: SignIn | undefined;
  /** Creates the context of a user in their account, or of a staff member who manages their own sign-in. */
  actAs(sign_in: SignIn): Context;
  query: URLSearchParams;
  /** The query string, unparsed and without the question mark. */
  raw_query: string;
  /** Reads a form field; an empty text if the field is missing or was sent more than once. */
  field: (name: string) => string;
  /** The CSRF token that forms of this browser must send. */
  form_token: string;
  address: string;
  browser: string;
  language: Language;
  /** The path of the Referer if it is a page of this service, otherwise empty. */
  came_from: string;
  /** True if the browser runs on this machine. */
  is_local: boolean;
  /** The token of the sign-in cookie, which may be expired or revoked. */
  token: string | undefined;
};

type PageHandler = (visit: PageRequest) => Promise<PageAnswer>;

export type PageResource = PageOptions & {
  path: string;
  handlers: { GET?: PageHandler; POST?: PageHandler };
};

/** Declares a download. HEAD is not supported, because the file is generated from the database while it is sent. */
export function declareDownload(path: string, GET: PageHandler): PageResource {
  return { path, handlers: { GET }, is_download: true };
}

type PageOptions = {
  /** For sign-out: without a sign-in the CSRF token is not checked, so a second click redirects instead of failing. */
  only_ends_sign_in?: boolean;
  is_download?: boolean;
};

export function declarePage(
  path: string,
  handlers: PageResource['handlers'],
  options: PageOptions = {},
): PageResource {
  return { path, handlers, ...options };
}

export type PageDoor = {
  resources: readonly PageResource[];
  findSignIn: FindSignIn;
  /** The lifetime of the sign-in cookie. */
  sign_in_life_ms: number;
  showFailure: RenderFailurePage;
};

const VISITOR_LIFE_S = DAY_MS / SECOND_MS;
const LANGUAGE_LIFE_S = 365 * VISITOR_LIFE_S;

/** Registers the pages that the server renders. They need no JavaScript, and they reject forms from other origins. */
export function registerPages(
  server: FastifyInstance,
  paths: PathTable,
  door: PageDoor,
  services: DoorServices,
): void {
  const setting = { door, services };
  for (const resource of door.resources) {
    const routes = listRoutes(resource);
    paths.set(
      resource.path,
      routes.flatMap(({ methods }) => methods),
    );
    for (const { methods, handle } of routes) {
      server.route({
        method: methods,
        url: resource.path,
        bodyLimit: ANONYMOUS_BODY_LIMITS.bytes,
        config: { takes_forms: true, most_values: ANONYMOUS_BODY_LIMITS.values, door: 'pages' },
        handler: async (request, reply) => {
          const visit = await readBrowserSession(setting, request, reply);
          if (request.method === 'POST') assertShownByUs(setting, resource, request, visit);
          return runPage(setting, handle, visit, reply);
        },
        errorHandler: (error, request, reply) =>
          void sendFailurePage(
            door.showFailure,
            error,
            request,
            reply,
            requestLanguage(request.raw, services.cookies),
          ),
      });
    }
  }
}

function listRoutes({ handlers, is_download = false }: PageResource) {
  const methodsOf = (method: string) => (method === 'GET' && !is_download ? READ_METHODS : [method]);
  return Object.entries(handlers).map(([method, handle]) => ({ methods: methodsOf(method), handle }));
}

type Setting = { door: PageDoor; services: DoorServices };

/** Identifies a browser by its sign-in cookie, or by a visitor cookie if nobody is signed in. */
async function readBrowserSession(
  { door, services }: Setting,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PageRequest> {
  const here = requestServicesOf(services, request);
  const token = services.cookies.read(request.raw, 'session');
  const sign_in = token === undefined ? undefined : await door.findSignIn(here, token);
  const secret = sign_in && token ? token : readVisitorCookie(services.cookies, request, reply);
  const raw_query = request.url.slice(request.url.indexOf('?') + 1 || request.url.length);
  return {
    ...here,
    sign_in,
    token,
    actAs: (own) => actAsUser(here, accountIdOf(own), own.user_id),
    query: new URLSearchParams(raw_query),
    raw_query,
    field: fieldReader(request.body),
    form_token: formCsrfToken(secret),
    address: clientAddressOf(request),
    language: requestLanguage(request.raw, services.cookies),
    came_from: ownPathOf(request.headers.referer ?? '', services.tools.public_url),
    is_local: isSentFromThisMachine(request.headers),
    browser: (request.headers['user-agent'] ?? '').replaceAll(/[^\x20-\x7e]/g, '').slice(0, 300),
  };
}

function ownPathOf(referer: string, public_url: string): string {
  return referer.startsWith(`${public_url}/`) ? referer.slice(public_url.length) : '';
}

/** Returns the visitor cookie, or sets a new one. CSRF tokens are derived from it while nobody is signed in. */
function readVisitorCookie(cookies: CookieCodec, request: FastifyRequest, reply: FastifyReply): string {
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
  { only_ends_sign_in = false }: PageResource,
  request: FastifyRequest,
  { sign_in, form_token, field }: PageRequest,
): void {
  if (sign_in === undefined && only_ends_sign_in) return;
  assertSameOriginForm(services.tools.public_url, request.headers, field('form_token'), form_token);
}

async function runPage(
  { door, services }: Setting,
  handle: PageHandler,
  visit: PageRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answer = await handle(visit);
  if (answer.kind !== 'file' && answer.signs_in !== undefined) {
    const max_age_s = answer.signs_in === '' ? 0 : door.sign_in_life_ms / 1000;
    reply.header('Set-Cookie', services.cookies.write('session', answer.signs_in, max_age_s));
  }
  if (answer.kind === 'redirect' && answer.speaks)
    reply.header('Set-Cookie', services.cookies.write('language', answer.speaks, LANGUAGE_LIFE_S));
  return sendPage(reply, answer, visit.language);
}
