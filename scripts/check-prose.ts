import { globSync, readFileSync } from 'node:fs';
import { checkDoubleNames, checkSources, checkTexts, checkUntranslated, type Source } from './prose/prose.ts';

/* Reports words and openings in comments, names and texts that `prose/rules.ts` forbids. */
const root = new URL('..', import.meta.url);
const read = (pattern: string): Source[] =>
  globSync(pattern, { cwd: root, exclude: (path) => /(?:^|\/)(?:dist|node_modules)$/.test(path) }).map(
    (path) => ({
      path,
      text: readFileSync(new URL(path, root), 'utf8'),
    }),
  );

const sources = read('{src,dashboard,cli,sdk/src}/**/*.{ts,tsx}');
const parts = sources.filter(
  ({ path }) => path.startsWith('dashboard/') && !path.startsWith('dashboard/language/'),
);
const found = [
  ...checkSources(sources),
  ...checkTexts(await readGerman()),
  ...checkUntranslated(parts),
  ...checkDoubleNames(sources),
];
for (const problem of found) process.stdout.write(`${problem}\n`);
process.exitCode = found.length === 0 ? 0 : 1;

/** Reads the German texts of pages and mails, by their English keys. */
async function readGerman(): Promise<Record<string, string>> {
  const files = sources.filter(({ path }) => path.endsWith('/de.ts'));
  const texts = await Promise.all(
    files.map(async ({ path }) => (await import(new URL(path, root).href)).texts),
  );
  return Object.assign({}, ...texts);
}
