import { readFileSync } from 'node:fs';
import { GUIDES } from '../contract.ts';

/** Pages whose files are outside of docs/guides. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  typescript: 'sdk/README.md',
  python: 'sdk/python/README.md',
  changelog: 'CHANGELOG.md',
};

export const GUIDE_PAGES: readonly string[] = [...GUIDES, ...Object.keys(ELSEWHERE)];

export const PICTURES = ['consent.png'];

const ROOT = new URL('../../../../', import.meta.url);
const INCLUDE = /<!-- include: (examples\/[\w/.]+\.(\w+)) -->/g;

/** The address that guides write in place of that of the installation. */
const ANY_ORIGIN = 'https://ops.example.com';

/** Returns the Markdown of a guide, with its included example files and the address of this installation. */
export function readGuide(name: string, origin: string): string {
  return readText(ELSEWHERE[name] ?? `docs/guides/${name}.md`)
    .replaceAll(
      INCLUDE,
      (_, file: string, extension: string) => `\`\`\`${extension}\n${readText(file).trimEnd()}\n\`\`\``,
    )
    .replaceAll(ANY_ORIGIN, () => origin);
}

export function readGuidePicture(name: string): Buffer {
  return readFileSync(new URL(`docs/guides/${name}`, ROOT));
}

function readText(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}
