import { GUIDE_PAGE_NAMES, readGuideMarkdown } from '../features/reference/guides/catalogue.ts';
import { parseGuideTitleAndLead } from '../features/reference/guides/markdown.ts';
import { guidePath } from '../features/reference/guides/page.ts';
import { unknownResource } from './protocol.ts';

const TYPE = 'text/markdown';

/** Lists the guides. Agents read the same guides as people. */
export function listResources(public_url: string): object {
  return { resources: GUIDE_PAGE_NAMES.map((name) => describeResource(public_url, name)) };
}

/** Returns the Markdown source of a guide. */
export function readResource(public_url: string, uri: unknown): object {
  const name = GUIDE_PAGE_NAMES.find((one) => uriOf(public_url, one) === uri);
  if (name === undefined) throw unknownResource(String(uri));
  return { contents: [{ uri, mimeType: TYPE, text: readGuideMarkdown(name, public_url) }] };
}

function describeResource(public_url: string, name: string): object {
  const text = readGuideMarkdown(name, public_url);
  const { title, lead } = parseGuideTitleAndLead(text);
  const size = Buffer.byteLength(text);
  return {
    uri: uriOf(public_url, name),
    name,
    title,
    ...(lead && { description: lead }),
    mimeType: TYPE,
    size,
  };
}

function uriOf(public_url: string, name: string): string {
  return `${public_url}${guidePath({ name })}.md`;
}
