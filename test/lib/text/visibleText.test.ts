import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailTextOf, mailPieces } from '../../../src/lib/mail/mailPieces.ts';
import { isVisibleName, toOneLine } from '../../../src/lib/text/visibleText.ts';
import { meetsRule, nameRule, notBlankRule } from '../../../src/lib/schema/rules.ts';
import { processorTimeOf } from '../../support/processorTime.ts';

const ACCEPTED = [
  'Zoë O’Neil-Müller, Dr.',
  '李雷',
  '葛\u{E0100}城',
  'می\u200Cخواهم',
  'مُحَمَّد\u200Cعلی',
  'ශ\u0DCA\u200Dරී',
  '👩🏽\u200D🚀',
  '❤\uFE0F\u200D🔥',
  '1\uFE0F\u20E3',
  '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
  'Halle 3\u202FB',
];

const REFUSED = [
  ['a\nb', 'a\rb', 'a\tb', 'a\u0007b', 'a\u007Fb', 'a\u0085b', 'a\u2028b', 'a\u2029b'],
  ['a\u202Eb', 'a\u2066b', 'a\u200Eb', 'a\u200Fb', 'a\u061Cb'],
  ['a\u200Bb', 'a\u2060b', 'a\uFEFFb', 'a\u00ADb', '\u3164', 'x\u{E0041}'],
  ['pay\u200Dpal', 'pay\u200Cpal', '👩\u200Dx', 'x\uFE0F\uFE0F', 'می\u200C'],
].flat();

test('a name may contain the characters that scripts and emoji need', () => {
  for (const text of ACCEPTED) assert.ok(isVisibleName(text), JSON.stringify(text));
});

const INVISIBLE = [
  ['', ' ', '\t\n', '\u00A0', '\u3000', '\u0085', '\u007F', '\u001B'],
  ['\u200B', '\u200D\u200C', '\u2060', '\uFEFF', '\u00AD', '\u034F', '\u061C', '\u180E'],
  ['\u200E\u200F', '\u202A\u202C', '\u202E', '\u2066\u2069', '\u206A', '\uFFF9\uFFFB'],
  [
    '\u115F',
    '\u1160',
    '\u3164',
    '\uFFA0',
    '\u17B4',
    '\u2800',
    '\uFE0F',
    '\u{E0020}',
    '\u{E0100}',
    '\u{1D173}',
  ],
  [' \u200B\u3164\u2800 \u{E0041}'],
].flat();

test('a text of only invisible characters is blank, and one visible character among them is enough', () => {
  for (const text of INVISIBLE) {
    const named = JSON.stringify(text);
    assert.equal(meetsRule(text, notBlankRule(200)), false, named);
    assert.equal(isVisibleName(text), false, named);
    assert.equal(meetsRule(`${text}a`, notBlankRule(200)), true, named);
  }
});

test('a name contains no control, direction or invisible characters', () => {
  for (const text of REFUSED) {
    assert.equal(meetsRule(text, nameRule(200)), false, JSON.stringify(text));
    // The rule for free text accepts each of these texts, except a text without a visible character.
    assert.equal(meetsRule(text, notBlankRule(200)), text !== '\u3164', JSON.stringify(text));
  }
});

test('a name must not be blank', () => {
  for (const blank of ['', ' ', '   ', '\u00A0', '\u2003', '\u202F', '\u3000'])
    assert.equal(isVisibleName(blank), false, JSON.stringify(blank));
});

test('the longest name is checked without delay', () => {
  const spent_ms = processorTimeOf(() => {
    for (const piece of ['\u200D', '👩\u200D', 'ی\u200C', '🏴\u{E0067}']) isVisibleName(piece.repeat(20_000));
  });
  assert.ok(spent_ms < 1_000, `${spent_ms} ms`);
});

test('a value in a mail is one line that mail programs do not treat as an address', () => {
  const written = (value: string) => mailTextOf(mailPieces`Hello ${value},`);
  assert.equal(written('a\r\nBcc: b@c.example'), 'Hello a Bcc: b@ c. example,');
  assert.equal(written('https://evil.example/x'), 'Hello https: //evil. example/x,');
  assert.equal(written('evil。example'), 'Hello evil。 example,');
  assert.equal(written('tel:0123'), 'Hello tel: 0123,');
  assert.equal(written('Shift 07:30, hall 2.1'), 'Hello Shift 07:30, hall 2.1,');
  assert.equal(toOneLine('\u202Egro.live\u202C'), 'gro.live');
});
