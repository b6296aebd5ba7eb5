/*
 * The texts of each folder exist in each language, all texts are used, and translations keep values and plural
 * forms.
 */
import assert from 'node:assert/strict';
import { relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { AUDIT_SENTENCES, sentenceOfAction } from '../../dashboard/features/audit/sentences.ts';
import { AUDIT_ACTIONS } from '../../src/audit/actions.ts';
import { SCOPES } from '../../src/access/scopes.ts';
import { listDashboardSources } from '../../scripts/dashboardSources.mjs';
import { listTexts } from '../../scripts/prose/texts.ts';
import { readSources } from '../architecture/sources.ts';
import { readAllTexts } from '../support/languageTexts.ts';
import { completenessFaults, formFaults } from './checks.ts';

const SHARED = 'dashboard/language';
const FOLDER = /^(?:dashboard|src)\/(?:features\/)?[^/]+(?=\/)/;
const sources = readSources('{dashboard,src}/**/*.{ts,tsx}').filter(({ path }) => !path.includes('/dist/'));
const languages = await readAllTexts();
const used = usedTexts();

for (const { language, folders } of languages) {
  test(`each text that a folder uses has a translation to ${language}, and no other`, () => {
    const shared = new Set(Object.keys(folders.get(SHARED) ?? {}));
    const all = new Set([...folders.values()].flatMap((texts) => Object.keys(texts)));
    assert.ok(folders.size > 30 && all.size > 1_500, `${folders.size} folders, ${all.size} texts`);
    for (const [folder, keys] of used) {
      const isPage = folder.startsWith('dashboard/');
      const own = [...keys].filter((key) => !isPage || !shared.has(key));
      assert.deepEqual(completenessFaults(new Set(own), folders.get(folder) ?? {}), [], folder);
    }
    assert.deepEqual(
      [...folders.keys()].filter((folder) => folder !== SHARED && !used.has(folder)),
      [],
    );
  });

  test(`the shared texts in ${language} are those that several folders of the dashboard use`, () => {
    const uses = (key: string) =>
      [...used].filter(([folder, keys]) => folder.startsWith('dashboard/') && keys.has(key));
    const single = Object.keys(folders.get(SHARED) ?? {}).filter((key) => uses(key).length < 2);
    assert.deepEqual(single, []);
  });

  test(`texts in ${language} keep the values, plurals and contexts of their keys`, () => {
    for (const [folder, texts] of folders) assert.deepEqual(formFaults(language, texts), [], folder);
  });
}

test('no page and no server page shows a text that cannot be translated', () => {
  const pages = sources.filter(({ path }) => path.startsWith('dashboard/') && !path.startsWith(`${SHARED}/`));
  assert.deepEqual(listTexts(pages).outside, []);
});

test('a text outside of t is detected', () => {
  const text = `const page = <p title="Read me">Hello {t('Saved')} {a ? t(b ? 'Yes' : 'No') : <T text="Ends {when}" when={x} />} {verbatim('Close')} {verbatim('URL')} {c ? 'ends ' : d && 'ended '}</p>`;
  const found = listTexts([{ path: 'page.tsx', text }]);
  assert.deepEqual(found.outside, [
    'page.tsx: ends',
    'page.tsx: ended',
    'page.tsx: Read me',
    'page.tsx: Hello',
    'page.tsx: Close',
  ]);
  assert.deepEqual([...found.said], ['Saved', 'Yes', 'No', 'Ends {when}']);
});

test('a missing text, an unused text, a lost value and a missing plural form are detected', () => {
  const texts = { Saved: 'Gespeichert', Gone: 'Weg' };
  assert.deepEqual(completenessFaults(new Set(['Saved', 'New']), texts), ['missing: New', 'unused: Gone']);
  const tasks = '{count, plural, one {# task} other {# tasks}} of {name}';
  const german = '{count, plural, one {# Aufgabe} other {# Aufgaben}} von {name}';
  assert.deepEqual(formFaults('de', { [tasks]: german }), []);
  const polish = '{count, plural, one {# zadanie} few {# zadania} many {# zadań} other {# zadania}} {name}';
  assert.deepEqual(formFaults('pl', { [tasks]: polish }), []);
  assert.deepEqual(formFaults('pl', { [tasks]: german }), [`plural forms of: ${tasks}`]);
  assert.deepEqual(formFaults('de', { 'Delete {name}?': 'Löschen?' }), ['values of: Delete {name}?']);
  const broken = '{count, plural, one {# Aufgabe} other {# Aufgaben} von {name}';
  assert.deepEqual(formFaults('de', { [tasks]: broken }), [
    `plural forms of: ${tasks}`,
    `plurals of: ${tasks}`,
  ]);
  assert.deepEqual(formFaults('de', { 'Open|': 'Offen' }), ['context of: Open|']);
});

for (const { language, folders } of languages)
  test(`each action of the audit log has a sentence in English and in ${language}`, () => {
    const texts = folders.get('dashboard/features/audit') ?? {};
    const withoutSentence = AUDIT_ACTIONS.filter((action) => !texts[sentenceOfAction(action) ?? '']);
    assert.ok(AUDIT_ACTIONS.length > 90);
    assert.deepEqual(withoutSentence, []);
    assert.equal(sentenceOfAction('skill.forgotten'), undefined, 'control');
  });

test('the dashboard is built again when a file changes that it shares with the service', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const built = new Set(listDashboardSources(root).map((file) => relative(root, file)));
  const imported = sources
    .filter(({ path }) => path.startsWith('dashboard/'))
    .flatMap(({ text }) => [...text.matchAll(/^(?:im|ex)port (?!type\b)[^;]*'[./]*\/(src\/[^']+)'/gm)])
    .map(([, file = '']) => file);
  const shared = new Set([...imported, ...languages.map(({ language }) => `src/access/${language}.ts`)]);
  assert.ok(shared.size >= 3);
  assert.deepEqual(
    [...shared].filter((file) => !built.has(file)),
    [],
  );
});

/** Returns the text keys that each folder uses. The audit log also uses the sentences of actions. */
function usedTexts(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>([['src/access', new Set(Object.values<string>(SCOPES))]]);
  for (const source of sources) {
    const folder = textFolderOf(source.path);
    const { said } = listTexts([source]);
    if (!folder || folder === SHARED || said.size === 0) continue;
    found.set(folder, new Set([...(found.get(folder) ?? []), ...said]));
  }
  const audit = found.get('dashboard/features/audit');
  for (const sentence of Object.values(AUDIT_SENTENCES)) audit?.add(sentence);
  return found;
}

/** Returns the nearest folder with texts; without one, the folder of the feature. */
function textFolderOf(path: string): string | undefined {
  const folders = path.split('/').map((_, depth, parts) => parts.slice(0, -1 - depth).join('/'));
  const isTextFolder = (folder: string) => languages.some((language) => language.folders.has(folder));
  return folders.find(isTextFolder) ?? FOLDER.exec(path)?.[0];
}
