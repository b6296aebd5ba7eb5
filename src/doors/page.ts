import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountOf, type FindSignIn, type SignIn } from '../access/signIn.ts';
import type { Context } from '../access/context.ts';
import { actAs, type Services } from '../access/platform.ts';
import { addressOf } from '../lib/http/address.ts';
import { requestLanguage } from '../lib/http/language.ts';
import type { Language } from '../lib/text/language.ts';
import { OPEN_BODY } from '../lib/http/bounds.ts';
import type { CookieJar } from '../lib/http/cookies.ts';
import { READ_METHODS, type PathTable } from '../lib/http/paths.ts';
import { randomBase62 } from '../access/tokens.ts';
import { assertSameOriginForm, formToken } from './csrf.ts';
import { sendFailure, sendPage, type PageAnswer, type ShowFailure } from './pageAnswer.ts';
import { servicesOf, type DoorServices } from './services.ts';

/** A browser that asks for a page or sends its form. */
export type PageRequest = Services & {
  sign_in: SignIn | undefined;
  /** The signed-in user acting in the account, or staff acting on their own sign-in. */
  actAs(sign_in: SignIn): Context;
  query: URLSearchParams;
  /** The query as it was sent, byte for byte. */
  raw_query: string;
  /** The fields of a form; what was sent more than once is left out. */
  field: (name: string) => string;
  /** The token that forms of this browser must send. */
  form_token: string;
  address: string;
  browser: string;
  language: Language;
  /** The page of ours that led here, as a path; empty where none did. */
  came_from: string;
  /** The token of the sign-in cookie, live or not. */
  token: string | undefined;
};

type PageHandler = (visit: PageRequest) => Promise<PageAnswer>;

export type PageResource = PageOptions & {
  path: string;
  handlers: { GET?: PageHandler; POST?: PageHandler };
};

/** A file to save: it is read from the database while it is sent, so HEAD is refused. */
export function download(path: string, GET: PageHandler): PageResource {
  return { path, handlers: { GET }, is_download: true };
}

type PageOptions = {
  /** Without a sign-in the form's token is not checked: a second click is redirected, not refused. */
  only_ends_sign_in?: boolean;
  is_download?: boolean;
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
  findSignIn: FindSignIn;
  /** How long a browser keeps the cookie of a sign-in. */
  sign_in_life_ms: number;
  showFailure: ShowFailure;
};

const VISITOR_LIFE_S = 24 * 60 * 60;
const LANGUAGE_LIFE_S = 365 * 24 * 60 * 60;

/** Pages rendered on the server: they work without scripts and refuse forms of other origins. */
export function openPages(
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
        bodyLimit: OPEN_BODY.bytes,
        config: { takes_forms: true, most_values: OPEN_BODY.values, door: 'pages' },
        handler: async (request, reply) => {
          const visit = await readBrowserSession(setting, request, reply);
          if (request.method === 'POST') assertShownByUs(setting, resource, request, visit);
          return runPage(setting, handle, visit, reply);
        },
        errorHandler: (error, request, reply) =>
          void sendFailure(
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

/** Identifies a browser by its sign-in, or before that by a visitor cookie. */
async function readBrowserSession(
  { door, services }: Setting,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PageRequest> {
  const here = servicesOf(services, request);
  const token = services.cookies.read(request.raw, 'session');
  const sign_in = token === undefined ? undefined : await door.findSignIn(here, token);
  const secret = sign_in && token ? token : readVisitorCookie(services.cookies, request, reply);
  const raw_query = request.url.slice(request.url.indexOf('?') + 1 || request.url.length);
  return {
    ...here,
    sign_in,
    token,
    actAs: (own) => actAs(here, accountOf(own), own.user_id),
    query: new URLSearchParams(raw_query),
    raw_query,
    field: fieldReader(request.body),
    form_token: formToken(secret),
    address: addressOf(request),
    language: requestLanguage(request.raw, services.cookies),
    came_from: ownPathOf(request.headers.referer ?? '', services.tools.public_url),
    browser: (request.headers['user-agent'] ?? '').replaceAll(/[^\x20-\x7e]/g, '').slice(0, 300),
  };
}

function ownPathOf(referer: string, public_url: string): string {
  return referer.startsWith(`${public_url}/`) ? referer.slice(public_url.length) : '';
}

/** Before sign-in a form is bound to the visitor cookie, after it to that of the sign-in. */
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
