import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Door } from '../doors/declaration.ts';
import { PACKAGES_PATH } from '../features/reference/packages.ts';
import type { CookieJar } from '../lib/http/cookies.ts';
import { requestLanguage } from '../lib/http/language.ts';
import { fixedText, PAGE_HEADERS, serveFixedText } from '../lib/http/page.ts';
import { addReadRoute, READ_METHODS, type PathTable } from '../lib/http/paths.ts';
import { pathOf, type ShowPage } from '../lib/http/server.ts';
import { serveAssets } from '../lib/http/site.ts';

const DIST = fileURLToPath(new URL('../../dashboard/dist', import.meta.url));

/** The path of the built files, which are named by their content. */
export const ASSETS_PATH = '/assets';
/** No page is below these, nor below a door. */
const NO_PAGES = ['/oauth', '/mcp', ASSETS_PATH, '/files', '/.well-known', PACKAGES_PATH];
const FILE = /\.[a-z0-9]+$/i;

export type Dashboard = {
  show_page: ShowPage;
  open(server: FastifyInstance, paths: PathTable): void;
};

/** Serves the built pages; without a build, `/` says how to make one. */
export function loadDashboard(cookies: CookieJar, doors: readonly Pick<Door, 'prefix'>[]): Dashboard {
  const index = existsSync(join(DIST, 'index.html'))
    ? readFileSync(join(DIST, 'index.html'), 'utf8')
    : NOT_BUILT;
  const build = createHash('sha256').update(index).digest('base64url').slice(0, 16);
  const plain = listPlainFiles();
  const page = plain.reduce(
    (text, { path, content }) => text.replace(path, `${path}?v=${content.version}`),
    index.replace('<head>', `<head>\n    <meta name="dashboard-build" content="${build}" />`),
  );
  const pages = { en: page, de: inGerman(page) };
  const taken = new Set([...doors.map(({ prefix }) => prefix), ...NO_PAGES].map(firstSegment));
  const isNoPage = (path: string) => FILE.test(path) || taken.has(firstSegment(path));
  const show = (request: FastifyRequest, reply: FastifyReply) =>
    cookies.read(request.raw, 'session') === undefined
      ? leadToSignIn(request, reply)
      : sendIndex(reply, pages[requestLanguage(request.raw, cookies)]);
  return {
    show_page: (request, reply) =>
      wantsPage(request) && !isNoPage(pathOf(request)) ? show(request, reply) : undefined,
    open(server, paths) {
      nameBuild(server, build);
      addReadRoute(server, paths, '/', show);
      serveAssets(server, paths, ASSETS_PATH, join(DIST, 'assets'));
      for (const one of plain) serveFixedText(server, paths, one);
    },
  };
}

/** A page that is open while the service is upgraded learns from any answer that there are newer ones. */
function nameBuild(server: FastifyInstance, build: string): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/console/') || request.url === '/healthz')
      reply.header('X-Dashboard-Build', build);
    done();
  });
}

/** Scripts of modules run in their order: the texts are there before what says them. */
function inGerman(page: string): string {
  const texts = `<script type="module" crossorigin src="/${germanTexts()}"></script>`;
  return page
    .replace('<html lang="en">', '<html lang="de">')
    .replace(/(?<=<noscript>)[^]*(?=<\/noscript>)/, WITHOUT_SCRIPTS)
    .replace('<script type="module"', `${texts}\n    <script type="module"`);
}

const WITHOUT_SCRIPTS =
  'Das Dashboard braucht JavaScript. <a href="/account">Anmeldung und zweiter Faktor</a> gehen auch ohne.';

function germanTexts(): string {
  const path = join(DIST, 'manifest.json');
  const manifest = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  return String(manifest['language/german/page.ts']?.file ?? '');
}

const NOT_BUILT =
  '<!doctype html><title>Tenant Ops</title><p>The dashboard is not built: start with npm start.';

/** Files with fixed names; their version is in the query. */
function listPlainFiles() {
  const files = [
    ['/scheme.js', 'text/javascript'],
    ['/favicon.svg', 'image/svg+xml'],
  ] as const;
  return files
    .filter(([path]) => existsSync(join(DIST, path)))
    .map(([path, type]) => ({ path, content: fixedText(type, readFileSync(join(DIST, path), 'utf8')) }));
}

function firstSegment(path: string): string {
  return path.split('/')[1]?.toLowerCase() ?? '';
}

/** Every address of the dashboard is served the same page. */
function wantsPage({ method, headers }: FastifyRequest): boolean {
  return READ_METHODS.includes(method) && (headers.accept ?? '').includes('text/html');
}

function leadToSignIn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .header('Cache-Control', 'no-store')
    .redirect(`/sign-in?next=${encodeURIComponent(request.url)}`, 303);
}

/** Styles made at run time are allowed by the nonce of this answer. */
function sendIndex(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(18).toString('base64url');
  return reply
    .headers({ ...PAGE_HEADERS, 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' })
    .header('Content-Security-Policy', `${POLICY}; style-src 'self' 'nonce-${nonce}'`)
    .type('text/html; charset=utf-8')
    .send(page.replace('<head>', `<head>\n    <meta property="csp-nonce" nonce="${nonce}" />`));
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
