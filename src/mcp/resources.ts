import { PAGES, readGuide } from '../features/reference/guides/catalogue.ts';
import { renderGuide } from '../features/reference/guides/markdown.ts';
import { pathOf } from '../features/reference/guides/page.ts';
import { unknownResource } from './protocol.ts';

type Document = { path: string; name: string; title: string; description?: string; text: string };

const TYPE = 'text/markdown';

let read: readonly Document[] | undefined;

/** The guides: an agent reads of the API what people read of it. */
export function listResources(public_url: string): object {
  const resources = documents().map(({ path, text, ...named }) => ({
    uri: public_url + path,
    ...named,
    mimeType: TYPE,
    size: Buffer.byteLength(text),
  }));
  return { resources };
}

export function readResource(public_url: string, uri: unknown): object {
  const found = documents().find(({ path }) => public_url + path === uri);
  if (!found) throw unknownResource(String(uri));
  return { contents: [{ uri, mimeType: TYPE, text: found.text }] };
}

function documents(): readonly Document[] {
  return (read ??= PAGES.map((name) => {
    const text = readGuide(name);
    const { title, lead } = renderGuide(text);
    return { path: `${pathOf({ name })}.md`, name, title, ...(lead && { description: lead }), text };
  }));
}
