import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { html } from '../lib/text/html.ts';
import { fixedBytes, serveFixedContent } from '../lib/http/page.ts';
import type { PathTable } from '../lib/http/paths.ts';

const PATH = '/inter.woff2';
const FILE = import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
const CONTENT = fixedBytes('font/woff2', readFileSync(fileURLToPath(FILE)));

const ADDRESS = `${PATH}?v=${CONTENT.version}`;

/** Preloads the font, so that it usually arrives before the first paint. */
export const TYPEFACE_LINK = html`<link
  rel="preload"
  href="${ADDRESS}"
  as="font"
  type="font/woff2"
  crossorigin
/>`;

/**
 * Adds the font of the dashboard to a stylesheet. With `font-display: optional`, the browser uses a fallback font if
 * the font arrives late.
 */
export function withTypeface(style: string): string {
  const source = `url('${ADDRESS}') format('woff2')`;
  return `@font-face { font-family: 'Inter Variable'; font-weight: 100 900; font-display: optional; src: ${source} }\n${style}`;
}

export function serveTypeface(server: FastifyInstance, paths: PathTable): void {
  serveFixedContent(server, paths, { path: PATH, content: CONTENT });
}
