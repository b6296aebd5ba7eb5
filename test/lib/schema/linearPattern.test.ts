import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileLinear, PatternFault } from '../../../src/lib/schema/linearPattern.ts';
import { processorTimeOf } from '../../support/processorTime.ts';

const LONG = 100_000;
/** Patterns for which JavaScript's own engine needs polynomial or exponential time. */
const HOSTILE: [string, string][] = [
  ['^(a|a)*$', `${'a'.repeat(LONG)}b`],
  ['^(a+)+$', `${'a'.repeat(LONG)}!`],
  ['^(\\w+\\s?)*$', `${'a'.repeat(LONG)}!`],
  ['(x+x+)+y', 'x'.repeat(LONG)],
  ['^(.*a){20}$', `${'a'.repeat(LONG)}b`],
  ['^\\s*\\|?[\\s:|-]+\\|?\\s*$', `${' '.repeat(LONG)}x`],
];

for (const [source, text] of HOSTILE) {
  test(`the matching time is proportional to the text: ${source}`, () => {
    const pattern = compileLinear(source);
    const spent_ms = processorTimeOf(() => assert.equal(pattern.test(text), false));
    assert.ok(spent_ms < 2_000, `${spent_ms} ms`);
  });
}

test("control: the time of JavaScript's own engine doubles with every character", () => {
  const own = new RegExp('^(a|a)*$', 'u');
  const [short, long] = [16, 24].map((length) => processorTimeOf(() => own.test(`${'a'.repeat(length)}b`)));
  assert.ok((long ?? 0) > 8 * (short ?? Infinity), `${short} ms for 16, ${long} ms for 24`);
});

const REFUSED: [string, RegExp][] = [
  ['(?=a)b', /^look-ahead and look-behind are not supported$/],
  ['^(?!x).*$', /^look-ahead/],
  ['(?<=a)b', /^look-ahead/],
  ['(?<!a)b', /^look-ahead/],
  ['(a)\\1', /^back-references are not supported$/],
  ['(?<year>\\d{4})-\\k<year>', /^back-references/],
  ['^.{1,4000}$', /^at most 1000 repetitions are supported/],
  ['\\p{Script_Extensions=Greek}', /^not supported: /],
  ['(', /^Invalid regular expression/],
];

for (const [source, reason] of REFUSED) {
  test(`rejected with a reason: ${source}`, () => {
    assert.throws(
      () => compileLinear(source),
      (error) => error instanceof PatternFault && reason.test(error.message),
    );
  });
}

const SOURCES = [
  '^\\s$',
  '^\\S$',
  '^[\\s]$',
  '^[^\\s]$',
  '^[\\S]$',
  '^[^\\S]$',
  '^.$',
  '^[.]$',
  '^\\w$',
  '^\\W$',
  '^\\d$',
  '^[\\d\\-a-f]$',
  '^[^\\W_]$',
  '^\\p{L}$',
  '^\\P{Lu}$',
  '^[\\b]$',
  '\\b',
  '^[()?=!<>[.]$',
  '^[^[]$',
  '^[a\\s]$',
  '^[^a\\S]$',
  '^[a[.]$',
  '^\\u{1F600}$',
  '^\\u00e9$',
  '^\\cA|\\x41$',
  '^[\\]\\\\]$',
  '^\\/|\\.$',
  '^(?<name>a)|b$',
  '^a?$|^(?:b|c){1}$',
  '$',
  '^$',
];
const TEXTS = [
  ...Array.from({ length: 0x180 }, (_, code) => String.fromCodePoint(code)),
  ...'\u1680 \u2000 \u200a \u200b \u2028 \u2029 \u202f \u205f \u3000 \ufeff'.split(' '),
  ...'\u{1F600} ä Ω a\n ab \u0661 \uffff \u{10ffff}'.split(' '),
  '',
];

for (const source of SOURCES) {
  test(`matches the same characters as JavaScript: ${source}`, () => {
    const [own, linear] = [new RegExp(source, 'u'), compileLinear(source)];
    const differ = TEXTS.filter((text) => own.test(text) !== linear.test(text));
    assert.deepEqual(differ, []);
  });
}

test('control: the engine treats other characters as white space', async () => {
  const { RE2JS } = await import('re2js');
  const plain = RE2JS.compile('^\\s$');
  assert.deepEqual([plain.test('\u00a0'), compileLinear('^\\s$').test('\u00a0')], [false, true]);
});
