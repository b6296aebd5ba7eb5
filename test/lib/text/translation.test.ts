import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Language } from '../../../src/lib/text/language.ts';
import {
  findText,
  LocalizedText,
  splitText,
  translateLabel,
  translator,
} from '../../../src/lib/text/translation.ts';
import { html } from '../../../src/lib/text/html.ts';

const t = translator({
  de: {
    'Delete {name}?': '{name} löschen?',
    Open: 'Offen',
    'Open|verb': 'Öffnen',
    '{count, plural, one {# task of {name}} other {# tasks of {name}}}':
      '{count, plural, one {# Aufgabe von {name}} other {# Aufgaben von {name}}}',
  },
});

test('a value replaces its placeholder, in the word order of the language', () => {
  const text = t('Delete {name}?', { name: 'Pump {x}' });
  assert.deepEqual([text.in('en'), text.in('de')], ['Delete Pump {x}?', 'Pump {x} löschen?']);
  assert.deepEqual(text.pieces('de'), [{ value: 'Pump {x}' }, ' löschen?']);
});

test('a word with two meanings has a translation for each context, and the context is not shown', () => {
  assert.deepEqual([t('Open').in('de'), t('Open|verb').in('de')], ['Offen', 'Öffnen']);
  assert.deepEqual([t('Open').in('en'), t('Open|verb').in('en')], ['Open', 'Open']);
});

test('a count selects the plural form, which can contain values', () => {
  const key = '{count, plural, one {# task of {name}} other {# tasks of {name}}}';
  const said = (count: number, language: Language) => t(key, { count, name: 'Kim' }).in(language);
  assert.equal(said(1, 'en'), '1 task of Kim');
  assert.equal(said(0, 'en'), '0 tasks of Kim');
  assert.equal(said(2, 'de'), '2 Aufgaben von Kim');
});

test('a language with more plural forms uses each of them', () => {
  const polish = '{n, plural, one {# zadanie} few {# zadania} many {# zadań} other {# zadania}}';
  const said = (n: number) =>
    translateLabel('tasks', {
      language: 'pl' as Language,
      texts: { tasks: polish },
      values: { n },
      formatValue: String,
    });
  assert.deepEqual([1, 3, 5, 1.5].map(said), ['1 zadanie', '3 zadania', '5 zadań', '1.5 zadania']);
});

test('a text without a translation is shown in English, also if its name is a member of Object.prototype', () => {
  assert.equal(findText({}, 'constructor'), 'constructor');
  assert.equal(findText(undefined, 'Open|verb'), 'Open');
  assert.deepEqual(splitText('en', 'a {b} c', {}), ['a ', '{b}', ' c']);
});

test('HTML with a translated text escapes it in the language of the page', () => {
  const text = new LocalizedText((language) => [language === 'de' ? '<Ja>' : '<Yes>']);
  const page = html`<p>${text}</p>
    ${(language) => html`<b>${language}</b>`}`;
  assert.match(page.in('de'), /^<p>&lt;Ja&gt;<\/p>\s*<b>de<\/b>$/);
});

/** The compiler checks this function: each line below an expectation must be an error. Nothing calls it. */
export function refusedByCompiler(): unknown[] {
  return [
    // @ts-expect-error: a text without a translation
    t('Closed'),
    // @ts-expect-error: a text without its value
    t('Delete {name}?'),
    // @ts-expect-error: a value with another name
    t('Delete {name}?', { title: 'x' }),
    // @ts-expect-error: a count that is no number
    t('{count, plural, one {# task of {name}} other {# tasks of {name}}}', { count: '2', name: 'x' }),
    // @ts-expect-error: a language without a text of the other
    translator<'Open' | 'Closed'>({ de: { Open: 'Offen' } }),
    // @ts-expect-error: a language without its texts
    translator({}),
  ];
}
