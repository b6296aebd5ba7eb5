import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { withTypeface } from '../../doors/typeface.ts';
import { fixedBytes, fixedText, serveFixedText } from '../../lib/http/page.ts';
import type { PathTable } from '../../lib/http/paths.ts';
import { lazy } from '../../lib/concurrency/lazy.ts';
import type { ApiDocument } from '../../lib/schema/openapi.ts';
import type { PageAddresses } from './frame.ts';
import { GUIDE_PAGES, PICTURES, readGuide, readGuidePicture } from './guides/catalogue.ts';
import { describeForModels } from './guides/llms.ts';
import { renderGuide } from './guides/markdown.ts';
import {
  GUIDES_PATH,
  guidePath,
  renderOtherPage,
  renderGuideIndex,
  renderGuidePage,
  type GuideSet,
} from './guides/page.ts';
import { describePackages, listChecksums, PACKAGES_PATH, listPackages } from './packages.ts';
import { referenceChapters, renderReference } from './page.ts';
import { listSearchTargets } from './search.ts';

export const REFERENCE_PATH = '/docs';
/** The index of the documentation for language models. */
export const MODELS_PATH = '/llms.txt';

const SCRIPTS = ['docs.js', 'search.js', 'try.js', 'ids.js'];

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'none'",
].join('; ');

export type Documentation = {
  /** The description of the API, made at the first call. */
  findDocument: () => ApiDocument;
  description_path: string;
  /** The address of this installation. */
  origin: string;
};

/** Serves the reference, the guides and the packages of the SDKs. Each page is rendered on its first request and cached until the process ends. */
export function openReference(
  server: FastifyInstance,
  paths: PathTable,
  { findDocument, description_path, origin }: Documentation,
): void {
  const serve = (path: string, type: string, make: () => string, headers: Record<string, string> = {}) => {
    const content = lazy(() => fixedText(type, make()));
    serveFixedText(server, paths, { path, content, headers });
  };
  const servePage = (path: string, make: () => string) =>
    serve(path, 'text/html', make, { 'Content-Security-Policy': POLICY });

  const addresses = serveAssets(server, paths, description_path);
  const guides = GUIDE_PAGES.map((name) => ({ name, markdown: readGuide(name, origin) }));
  const set = lazy((): GuideSet => ({
    brand: findDocument().info.title,
    guides: guides.map(({ name, markdown }) => ({ name, ...renderGuide(markdown) })),
    addresses,
  }));

  servePage(REFERENCE_PATH, () => renderReference(findDocument(), addresses).text);
  servePage(GUIDES_PATH, () => renderGuideIndex(set()).text);
  for (const { name, markdown } of guides) {
    servePage(guidePath({ name }), () => renderGuidePage(set(), name).text);
    serve(`${guidePath({ name })}.md`, 'text/markdown', () => markdown);
  }
  const places = () => listSearchTargets(set().guides, referenceChapters(findDocument()));
  serve(`${REFERENCE_PATH}/search.json`, 'application/json', () => JSON.stringify(places()));
  serve(MODELS_PATH, 'text/plain', () => describeForModels(findDocument().info, set().guides, origin));

  const packages = listPackages();
  const list = () => renderGuide(describePackages(packages, origin));
  servePage(PACKAGES_PATH, () => renderOtherPage(set(), list()).text);
  serve(`${PACKAGES_PATH}/SHA256SUMS`, 'text/plain', () => listChecksums(packages));
  for (const { path, findContent } of packages) serveFixedText(server, paths, { path, content: findContent });
}

function serveAssets(server: FastifyInstance, paths: PathTable, description: string): PageAddresses {
  const serveAsset = (name: string, type: string, text = readAsset(name)) => {
    const content = fixedText(type, text);
    serveFixedText(server, paths, { path: `${REFERENCE_PATH}/${name}`, content });
    return `${REFERENCE_PATH}/${name}?v=${content.version}`;
  };
  for (const name of PICTURES) {
    const content = fixedBytes('image/png', readGuidePicture(name));
    serveFixedText(server, paths, { path: `${GUIDES_PATH}/${name}`, content });
  }
  const style = serveAsset('docs.css', 'text/css', withTypeface(readAsset('docs.css')));
  return { style, scripts: SCRIPTS.map((name) => serveAsset(name, 'text/javascript')), description };
}

function readAsset(name: string): string {
  return readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8');
}
