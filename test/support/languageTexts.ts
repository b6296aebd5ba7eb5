import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TARGET_LANGUAGES, type TargetLanguage } from '../../src/lib/text/language.ts';
import type { Texts } from '../../src/lib/text/translation.ts';

const root = new URL('../../', import.meta.url);

/** Reads the texts in a language, by folder: for example those of `dashboard/features/tasks/de.ts`. */
export async function readTexts(
  language: TargetLanguage,
  pattern = '{dashboard,src}/**',
): Promise<Map<string, Texts>> {
  const files = globSync(`${pattern}/${language}.ts`, {
    cwd: fileURLToPath(root),
    exclude: (path) => /(?:^|\/)(?:dist|node_modules)$/.test(path),
  });
  const folders = files
    .toSorted()
    .map(async (file) => [dirname(file), (await import(new URL(file, root).href)).texts] as const);
  return new Map(await Promise.all(folders));
}

/** Returns the texts that a page of the dashboard loads in a language. */
export async function dashboardTexts(language: TargetLanguage): Promise<Texts> {
  const folders = await readTexts(language, '{dashboard/**,src/access}');
  return Object.assign({}, ...folders.values());
}

/** Reads all texts of pages and mails, by language and folder. */
export async function readAllTexts(): Promise<{ language: TargetLanguage; folders: Map<string, Texts> }[]> {
  return Promise.all(
    TARGET_LANGUAGES.map(async (language) => ({ language, folders: await readTexts(language) })),
  );
}
