import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { fixedText, serveFixedText, type FixedText } from '../../lib/http/page.ts';
import type { PathTable } from '../../lib/http/paths.ts';
import type { ApiDocument } from '../../lib/openapi.ts';
import { renderReference } from './page.ts';

export const REFERENCE_PATH = '/docs';

const STYLE_PATH = `${REFERENCE_PATH}/docs.css`;
const SCRIPT_PATH = `${REFERENCE_PATH}/docs.js`;

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'none'",
].join('; ');

/** The reference page, rendered for the first request; the document changes only with a new start. */
export function openReference(
  server: FastifyInstance,
  paths: PathTable,
  document: ApiDocument,
  description_path: string,
): void {
  const style = fixedText('text/css', readAsset('docs.css'));
  const script = fixedText('text/javascript', readAsset('docs.js'));
  const addresses = {
    style: `${STYLE_PATH}?v=${style.version}`,
    script: `${SCRIPT_PATH}?v=${script.version}`,
    description: description_path,
  };
  let page: FixedText | undefined;
  const content = () => (page ??= fixedText('text/html', renderReference(document, addresses).text));
  const headers = { 'Content-Security-Policy': POLICY };
  serveFixedText(server, paths, { path: REFERENCE_PATH, content, headers });
  serveFixedText(server, paths, { path: STYLE_PATH, content: style });
  serveFixedText(server, paths, { path: SCRIPT_PATH, content: script });
}

function readAsset(name: string): string {
  return readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8');
}
