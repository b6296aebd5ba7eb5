import { readFileSync } from 'node:fs';
import { GUIDES } from '../contract.ts';

/** Pages that are kept where their readers look for them first. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  typescript: 'sdk/README.md',
  python: 'sdk/python/README.md',
  changelog: 'CHANGELOG.md',
};

export const PAGES: readonly string[] = [...GUIDES, ...Object.keys(ELSEWHERE)];

export const PICTURES = ['consent.png'];

const ROOT = new URL('../../../../', import.meta.url);
const INCLUDE = /<!-- include: (examples\/[\w/.]+\.(\w+)) -->/g;

/** The Markdown of a guide, with the files that it shows in full. */
export function readGuide(name: string): string {
  return readText(ELSEWHERE[name] ?? `docs/guides/${name}.md`).replaceAll(
    INCLUDE,
    (_, file: string, extension: string) => `\`\`\`${extension}\n${readText(file).trimEnd()}\n\`\`\``,
  );
}

export function readPicture(name: string): Buffer {
  return readFileSync(new URL(`docs/guides/${name}`, ROOT));
}

function readText(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}
