import { globSync, readFileSync } from 'node:fs';
import { germanTexts as pages } from '../dashboard/language/german/german.ts';
import { germanPageTexts as doors } from '../src/doors/german.ts';
import { german as mails } from '../src/features/mail/german.ts';
import { checkDoubleNames, checkSources, checkTexts, checkUntranslated, type Source } from './prose/prose.ts';

/* Refuses words and openings of comments, names and texts that `prose/rules.ts` lists with their reasons. */
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
  ...checkTexts({ ...pages, ...doors, ...mails }),
  ...checkUntranslated(parts),
  ...checkDoubleNames(sources),
];
for (const problem of found) process.stdout.write(`${problem}\n`);
process.exitCode = found.length === 0 ? 0 : 1;
