import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Door } from '../doors/declaration.ts';
import { SDK_PACKAGES_PATH } from '../features/reference/packages.ts';
import type { CookieCodec } from '../lib/http/cookies.ts';
import { requestLanguage } from '../lib/http/language.ts';
import { fixedText, PAGE_HEADERS, serveFixedContent } from '../lib/http/page.ts';
import { addReadRoute, READ_METHODS, type PathTable } from '../lib/http/paths.ts';
import { pathOf, type ServeFallbackPage } from '../lib/http/server.ts';
import { serveAssets } from '../lib/http/site.ts';
import { html } from '../lib/text/html.ts';
import { TARGET_LANGUAGES, type Language, type TargetLanguage } from '../lib/text/language.ts';
import { translator } from '../lib/text/translation.ts';
import { texts as de } from './de.ts';

const t = translator({ de });

const DIST = fileURLToPath(new URL('../../dashboard/dist', import.meta.url));

/** The path of the built files. Their names contain a content hash, so they are cached forever. */
export const ASSETS_PATH = '/assets';
/** Paths that never show a dashboard page, in addition to the prefixes of the doors. */
const NO_PAGES = ['/oauth', '/mcp', ASSETS_PATH, '/files', '/.well-known', SDK_PACKAGES_PATH];
const FILE = /\.[a-z0-9]+$/i;

export type Dashboard = {
  show_page: ServeFallbackPage;
  open(server: FastifyInstance, paths: PathTable): void;
};

/** Loads the built dashboard. Without a build, every page explains how to build it. */
export function loadDashboard(cookies: CookieCodec, doors: readonly Pick<Door, 'prefix'>[]): Dashboard {
  const index = existsSync(join(DIST, 'index.html'))
    ? readFileSync(join(DIST, 'index.html'), 'utf8')
    : NOT_BUILT;
  const build = createHash('sha256').update(index).digest('base64url').slice(0, 16);
  const plain = listPlainFiles();
  const page = plain.reduce(
    (text, { path, content }) => text.replace(path, `${path}?v=${content.version}`),
    index.replace('<head>', `<head>\n    <meta name="dashboard-build" content="${build}" />`),
  );
  const pages = new Map<Language, string>();
  for (const language of TARGET_LANGUAGES) pages.set(language, localizePage(page, language));
  const taken = new Set([...doors.map(({ prefix }) => prefix), ...NO_PAGES].map(firstSegment));
  const isNoPage = (path: string) => FILE.test(path) || taken.has(firstSegment(path));
  const show = (request: FastifyRequest, reply: FastifyReply) =>
    cookies.read(request.raw, 'session') === undefined
      ? leadToSignIn(request, reply)
      : sendIndex(reply, pages.get(requestLanguage(request.raw, cookies)) ?? page);
  return {
    show_page: (request, reply) =>
      wantsPage(request) && !isNoPage(pathOf(request)) ? show(request, reply) : undefined,
    open(server, paths) {
      nameBuild(server, build);
      addReadRoute(server, paths, '/', show);
      serveAssets(server, paths, ASSETS_PATH, join(DIST, 'assets'));
      for (const one of plain) serveFixedContent(server, paths, one);
    },
  };
}

/** Adds the build id to responses, so that an open page notices after an upgrade that a newer dashboard exists. */
function nameBuild(server: FastifyInstance, build: string): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/console/') || request.url === '/healthz')
      reply.header('X-Dashboard-Build', build);
    done();
  });
}

/**
 * Adds the translations to the page. Module scripts run in document order, so the translations are loaded before the
 * scripts that use them.
 */
function localizePage(page: string, language: TargetLanguage): string {
  const script = `<script type="module" crossorigin src="/${findTextsScript(language)}"></script>`;
  return page
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace(/(?<=<noscript>)[^]*(?=<\/noscript>)/, () => WITHOUT_SCRIPTS.in(language))
    .replace('<script type="module"', () => `${script}\n    <script type="module"`);
}

const WITHOUT_SCRIPTS = html`${t('The dashboard needs JavaScript.')}
  <a href="/account">${t('Sign-in and second factor work without it.')}</a>`;

function findTextsScript(language: TargetLanguage): string {
  const path = join(DIST, 'manifest.json');
  const manifest = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  return String(manifest[`language/page.${language}.ts`]?.file ?? '');
}

const NOT_BUILT =
  '<!doctype html><title>Tenant Ops</title><p>The dashboard is not built: start with npm start.';

/** Files with fixed names. Pages reference them with a version in the query string. */
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

/** True for a request of a browser for a page. The dashboard serves the same page for all of its paths. */
function wantsPage({ method, headers }: FastifyRequest): boolean {
  return READ_METHODS.includes(method) && (headers.accept ?? '').includes('text/html');
}

function leadToSignIn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .header('Cache-Control', 'no-store')
    .redirect(`/sign-in?next=${encodeURIComponent(request.url)}`, 303);
}

/** Sends the page with a new CSP nonce, which allows the styles that scripts create at run time. */
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
