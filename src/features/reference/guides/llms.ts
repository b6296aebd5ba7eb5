import { pathOf, type NamedGuide } from './page.ts';

/** What a program that reads text should read here, in the form that has come to be expected at /llms.txt. */
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
