import { pathOf, type NamedGuide } from './page.ts';

/** The list of documents for language models, in the usual format of /llms.txt. */
export function describeForModels(
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
    ...guides.map((guide) => `- [${guide.title}](${base}${pathOf(guide)}.md): ${guide.lead}`),
    '',
    '## Reference',
    '',
    `- [OpenAPI 3.1 document](${base}/v1/openapi.json): every operation, event, error and scope.`,
    `- [API reference](${base}/docs): the same for people.`,
    '',
  ].join('\n');
}
