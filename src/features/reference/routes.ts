import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { withTypeface } from '../../doors/typeface.ts';
import { fixedBytes, fixedText, serveFixedContent } from '../../lib/http/page.ts';
import type { PathTable } from '../../lib/http/paths.ts';
import { lazy } from '../../lib/concurrency/lazy.ts';
import type { ApiDocument } from '../../lib/schema/openapi.ts';
import type { ReferenceAssetUrls } from './layout.ts';
import {
  GUIDE_PAGE_NAMES,
  GUIDE_PICTURE_NAMES,
  readGuideMarkdown,
  readGuidePicture,
} from './guides/catalogue.ts';
import { writeLlmsTxt } from './guides/llms.ts';
import { renderGuide } from './guides/markdown.ts';
import {
  GUIDES_PATH,
  guidePath,
  renderPageWithGuideList,
  renderGuideIndex,
  renderGuidePage,
  type GuideSet,
} from './guides/page.ts';
import {
  writePackagesMarkdown,
  formatPackageChecksums,
  SDK_PACKAGES_PATH,
  listSdkPackages,
} from './packages.ts';
import { referenceChapters, renderReferencePage } from './page.ts';
import { listSearchTargets } from './search.ts';

export const REFERENCE_PATH = '/docs';
/** The path of the documentation index for language models. */
export const LLMS_TXT_PATH = '/llms.txt';

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

export type ReferenceOptions = {
  /** Returns the OpenAPI document, which is built at the first call. */
  findDocument: () => ApiDocument;
  description_path: string;
  /** The origin of this installation. */
  origin: string;
};

/** Serves the reference, the guides and the packages of the SDKs. Each page is rendered on its first request and cached until the process ends. */
export function serveReference(
  server: FastifyInstance,
  paths: PathTable,
  { findDocument, description_path, origin }: ReferenceOptions,
): void {
  const serve = (path: string, type: string, make: () => string, headers: Record<string, string> = {}) => {
    const content = lazy(() => fixedText(type, make()));
    serveFixedContent(server, paths, { path, content, headers });
  };
  const servePage = (path: string, make: () => string) =>
    serve(path, 'text/html', make, { 'Content-Security-Policy': POLICY });

  const urls = serveAssets(server, paths, description_path);
  const guides = GUIDE_PAGE_NAMES.map((name) => ({ name, markdown: readGuideMarkdown(name, origin) }));
  const set = lazy((): GuideSet => ({
    brand: findDocument().info.title,
    guides: guides.map(({ name, markdown }) => ({ name, ...renderGuide(markdown) })),
    urls,
  }));

  servePage(REFERENCE_PATH, () => renderReferencePage(findDocument(), urls).text);
  servePage(GUIDES_PATH, () => renderGuideIndex(set()).text);
  for (const { name, markdown } of guides) {
    servePage(guidePath({ name }), () => renderGuidePage(set(), name).text);
    serve(`${guidePath({ name })}.md`, 'text/markdown', () => markdown);
  }
  const places = () => listSearchTargets(set().guides, referenceChapters(findDocument()));
  serve(`${REFERENCE_PATH}/search.json`, 'application/json', () => JSON.stringify(places()));
  serve(LLMS_TXT_PATH, 'text/plain', () => writeLlmsTxt(findDocument().info, set().guides, origin));

  const packages = listSdkPackages();
  const list = () => renderGuide(writePackagesMarkdown(packages, origin));
  servePage(SDK_PACKAGES_PATH, () => renderPageWithGuideList(set(), list()).text);
  serve(`${SDK_PACKAGES_PATH}/SHA256SUMS`, 'text/plain', () => formatPackageChecksums(packages));
  for (const { path, findContent } of packages)
    serveFixedContent(server, paths, { path, content: findContent });
}

function serveAssets(server: FastifyInstance, paths: PathTable, openapi: string): ReferenceAssetUrls {
  const serveAsset = (name: string, type: string, text = readAsset(name)) => {
    const content = fixedText(type, text);
    serveFixedContent(server, paths, { path: `${REFERENCE_PATH}/${name}`, content });
    return `${REFERENCE_PATH}/${name}?v=${content.version}`;
  };
  for (const name of GUIDE_PICTURE_NAMES) {
    const content = fixedBytes('image/png', readGuidePicture(name));
    serveFixedContent(server, paths, { path: `${GUIDES_PATH}/${name}`, content });
  }
  const style = serveAsset('docs.css', 'text/css', withTypeface(readAsset('docs.css')));
  return { style, scripts: SCRIPTS.map((name) => serveAsset(name, 'text/javascript')), openapi };
}

function readAsset(name: string): string {
  return readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8');
}
