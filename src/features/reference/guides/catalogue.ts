import { readFileSync } from 'node:fs';
import { GUIDE_NAMES } from '../contract.ts';

/** Pages whose files are outside of docs/guides. */
const FILES_OUTSIDE_GUIDES: Readonly<Record<string, string>> = {
  typescript: 'sdk/README.md',
  python: 'sdk/python/README.md',
  changelog: 'CHANGELOG.md',
};

export const GUIDE_PAGE_NAMES: readonly string[] = [...GUIDE_NAMES, ...Object.keys(FILES_OUTSIDE_GUIDES)];

export const GUIDE_PICTURE_NAMES = ['consent.png'];

const ROOT = new URL('../../../../', import.meta.url);
const INCLUDE = /<!-- include: (examples\/[\w/.]+\.(\w+)) -->/g;

/** The placeholder origin in the guides, which is replaced by the origin of the installation. */
const ANY_ORIGIN = 'https://ops.example.com';

/**
 * Returns the Markdown of a guide: example files are inserted, and the placeholder origin is replaced by that of the
 * installation.
 */
export function readGuideMarkdown(name: string, origin: string): string {
  return readText(FILES_OUTSIDE_GUIDES[name] ?? `docs/guides/${name}.md`)
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
