/* The prose check detects a planted fault of each kind, and accepts plain text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDoubleNames, checkSources, checkTexts, checkUntranslated } from '../../scripts/prose/prose.ts';

const sourceOf = (text: string, path = 'src/a.ts') => [{ path, text }];

const COMMENTS = [
  '/** What was never tried is due before what is tried again. */',
  '/** Whether it may be executed. */',
  '// The same for input of others.',
  '/**\n * Those of the tasks that there are.\n * More text.\n */',
  '/** A link for whoever asks. */',
];

for (const comment of COMMENTS)
  test(`a comment is rejected: ${JSON.stringify(comment)}`, () => {
    const [found = '', ...others] = checkSources(sourceOf(`\n${comment}\nexport const a = 1;\n`));
    assert.match(found, /^src\/a\.ts:2: /);
    assert.deepEqual(others, []);
  });

for (const code of ['export function fewAtOnce() {}', 'const whoever = 1;', 'class TaskManager {}'])
  test(`a name is rejected: ${code}`, () => {
    assert.equal(checkSources(sourceOf(code)).length, 1);
  });

const TEXTS: [english: string, german: string][] = [
  ['Invite somebody', 'Person einladen'],
  ['What has to be done.', 'Was zu tun ist.'],
  ['Good for 10:00 once more', 'Noch 10:00 gültig'],
  ['E-mail address', 'E-Mail-Adresse'],
  ['Request body', 'Rumpf der Anfrage'],
  ['Your key', 'Dein Schlüssel'],
];

for (const [english, german] of TEXTS)
  test(`a text is rejected: ${english}, ${german}`, () => {
    assert.equal(checkTexts({ [english]: german }).length, 1);
  });

test('a text of a page outside of the catalogue is detected', () => {
  const page = '<Panel title="Read me">{t("Saved")}</Panel>';
  assert.equal(checkUntranslated(sourceOf(`const page = ${page}`, 'dashboard/page.tsx')).length, 1);
  const fault = `throw invalidFieldError('name', 'give it a name');`;
  assert.equal(checkUntranslated(sourceOf(fault, 'dashboard/page.tsx')).length, 1);
});

test('a name that is a function in one file and a type in another file of a package is detected', () => {
  const named = { path: 'src/a.ts', text: 'export type Outcome = 1;' };
  const doubled = { path: 'src/b.ts', text: 'export function Outcome() {}' };
  assert.equal(checkDoubleNames([named, doubled]).length, 1);
  assert.deepEqual(checkDoubleNames([named, { ...doubled, path: 'dashboard/b.tsx' }]), []);
  assert.deepEqual(checkDoubleNames([named, { ...named, path: 'src/c.ts' }]), []);
});

test('plain comments, names and texts pass', () => {
  const code = `// Runs each due job.\n// A job never overlaps with itself.\n/** Unknown ids are omitted. */\nexport function startJobPoller() {}\n// @ts-expect-error whoever\nconst url = 'What is it?';\n`;
  assert.deepEqual(checkSources(sourceOf(code)), []);
  assert.deepEqual(checkTexts({ 'What needs to be improved?': 'Was muss verbessert werden?' }), []);
});
