import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { actionTitle } from '../../../dashboard/features/audit/titles.ts';
import { actsTexts } from '../../../dashboard/language/german/acts.ts';
import { germanPlurals } from '../../../dashboard/language/german/counted.ts';
import { germanTexts } from '../../../dashboard/language/german/german.ts';
import { SCOPES } from '../../../src/access/scopes.ts';
import { readSources } from '../../architecture/sources.ts';
import { listTexts } from '../../../scripts/prose/texts.ts';

const pages = readSources('dashboard/**/*.{ts,tsx}').filter(
  ({ path }) => !path.startsWith('dashboard/dist/') && !path.startsWith('dashboard/language/'),
);
const { said, plurals, outside } = listTexts(pages);
const titles = readSources('src/**/*.ts').flatMap(({ text }) =>
  [...text.matchAll(/\baction: '([a-z_]+\.[a-z_]+)'/g)].map(([, action = '']) => actionTitle(action)),
);
const folder = new URL('../../../dashboard/language/german/', import.meta.url);
const parts = await Promise.all(
  globSync('*.ts', { cwd: folder })
    .filter((file) => !['german.ts', 'counted.ts', 'page.ts'].includes(file))
    .map(async (file) => Object.values<object>(await import(new URL(file, folder).href))),
);

test('the catalogue has every text that the pages say', () => {
  assert.ok(said.size > 1_000 && plurals.size > 20);
  assert.deepEqual(without(said, germanTexts), []);
  assert.deepEqual(without(plurals, germanPlurals), []);
});

test('the catalogue has a title for every act that is written down', () => {
  assert.ok(titles.length > 50);
  assert.deepEqual(without(titles, germanTexts), []);
});

test('the catalogue has what each scope lets its holder do', () => {
  assert.deepEqual(without(Object.values(SCOPES), germanTexts), []);
});

test('the catalogue has nothing that no page says', () => {
  const all = Object.keys(germanTexts).filter((text) => !Object.hasOwn(actsTexts, text));
  const known = new Set([...said, ...titles, ...Object.values<string>(SCOPES)]);
  assert.deepEqual(
    all.filter((text) => !known.has(text)),
    [],
  );
  assert.deepEqual(
    Object.keys(germanPlurals).filter((one) => !plurals.has(one)),
    [],
  );
});

test('the catalogue says each text once', () => {
  const keys = parts.flat().flatMap((part) => Object.keys(part));
  assert.equal(keys.length, Object.keys(germanTexts).length);
});

test('the catalogue keeps what stands in braces', () => {
  const names = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted();
  for (const [text, translation] of Object.entries(germanTexts))
    assert.deepEqual(names(translation), names(text), text);
});

test('no page says a text that is not in the catalogue', () => {
  assert.deepEqual(outside, []);
});

test('a text outside of the catalogue is found', () => {
  const text = `const page = <p title="Read me">Hello {t('Saved')} {a ? t(b ? 'Yes' : 'No') : <T text="Ends {when}" when={x} />}</p>`;
  const found = listTexts([{ path: 'page.tsx', text }]);
  assert.deepEqual(found.outside, ['page.tsx: Read me', 'page.tsx: Hello']);
  assert.deepEqual([...found.said], ['Saved', 'Yes', 'No', 'Ends {when}']);
});

function without(texts: Iterable<string>, catalogue: object): string[] {
  return [...texts].filter((text) => !Object.hasOwn(catalogue, text));
}
