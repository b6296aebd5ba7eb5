import { guidePath, type NamedGuide } from './page.ts';

/** Builds the index of the documentation for language models, in the format of llmstxt.org. */
export function writeLlmsTxt(
  { title, description }: { title: string; description: string },
  guides: readonly NamedGuide[],
  base: string,
): string {
  const [about = ''] = description.split('\n\n');
  return [
    `# ${title}`,
    '',
    `> ${about}`,
    '',
    '## Guides',
    '',
    ...guides.map((guide) => `- [${guide.title}](${base}${guidePath(guide)}.md): ${guide.lead}`),
    '',
    '## Reference',
    '',
    `- [OpenAPI 3.1 document](${base}/v1/openapi.json): all operations, events, errors and scopes.`,
    `- [OpenAPI 3.0 document](${base}/v1/openapi-3.0.json): the same for tools that do not read 3.1.`,
    `- [Postman collection](${base}/v1/postman.json) and [Bruno collection](${base}/v1/bruno.json): a request for each operation.`,
    `- [API reference](${base}/docs): the OpenAPI document as a web page.`,
    '',
  ].join('\n');
}
