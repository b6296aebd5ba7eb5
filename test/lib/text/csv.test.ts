import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCsv, unescapeFormulas } from '../../../dashboard/format/csv.ts';
import { csvLine } from '../../../src/lib/text/csv.ts';
import { parseCsv } from '../../../src/lib/documents/plainText.ts';
import { processorTimeOf } from '../../support/processorTime.ts';

/** Texts that a spreadsheet would run as a formula, and their escaped form. */
const FORMULAS: [string, string][] = [
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r=1', '"\'\r\'=1"'],
  ['\n=1', '"\'\n\'=1"'],
  ['\nplain', '"\'\nplain"'],
  ['  =1', "  '=1"],
  ['\u00a0=1', "\u00a0'=1"],
  ['\ufeff=1', "\ufeff'=1"],
  ['\u200b＝1', "\u200b'＝1"],
  [';=1', ";'=1"],
  ['x;=1', "x;'=1"],
  ['x; @A1', "x; '@A1"],
  ['x\t+1', "x\t'+1"],
  ['x\n-1', '"x\n\'-1"'],
  ['"=1', '"""=1"'],
  ['x;"=1', '"x;""\'=1"'],
  ['x; "" @A1', '"x; """" \'@A1"'],
  ['x\t"+1', '"x\t""\'+1"'],
  ["'=1", "''=1"],
  ["x;'=1", "x;''=1"],
  ["'\t=1", "''\t'=1"],
];
const PLAIN = ['', 'a=b', 'a - b', 'x;y', 'me@example.com', 'plus + minus', '2026-03-02', "'", '1+1'];

for (const [text, written] of FORMULAS) {
  test(`made harmless: ${JSON.stringify(text)}`, () => {
    assert.equal(csvLine([text]), `${written}\r\n`);
    assert.equal(toCsv([text], []), `${written}\r\n`);
    const cell = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
    assert.equal(unescapeFormulas(cell), text);
  });
}

test('text that is not a formula is restored unchanged', () => {
  for (const text of [...PLAIN, "it's 5 - 3", "a'=b", "'quoted'"]) assert.equal(unescapeFormulas(text), text);
});

/** Values that need quotes, and their quoted form. */
const QUOTED: [string, string][] = [
  ['"', '""""'],
  ['say "yes" or "no"', '"say ""yes"" or ""no"""'],
  ['""', '""""""'],
  ['a = "=b"', '"a = ""=b"""'],
  ['a,"b"\r\n"c"', '"a,""b""\r\n""c"""'],
];

for (const [text, written] of QUOTED) {
  test(`quoted with doubled quotation marks, and read back: ${JSON.stringify(text)}`, () => {
    assert.equal(csvLine([text]), `${written}\r\n`);
    assert.equal(toCsv([text], []), `${written}\r\n`);
    // Whitespace at line ends inside a value becomes a single space.
    const [read] = parseCsv(`name\r\n${csvLine([text])}`);
    assert.equal(read?.text, `name: ${text.replaceAll('\r', ' ')}`);
  });
}

test('text that is not a formula is not changed, including negative numbers', () => {
  assert.equal(csvLine([...PLAIN, -5, true, null]), `${PLAIN.join(',')},-5,true,\r\n`);
  assert.equal(toCsv(PLAIN, [[-5]]), `${PLAIN.join(',')}\r\n-5\r\n`);
});

test('lists and objects do not start a formula', () => {
  assert.equal(csvLine([['a', '=1']]), "a; '=1\r\n");
  assert.equal(csvLine([{ note: 'a;=1' }]), `"{""note"":""a;'=1""}"\r\n`);
});

test('the writing time is proportional to the text, whatever the text repeats', () => {
  for (const piece of ['\n', '"', ' ;', '=', '\u200b', ';=', '- ', "'", "'='"]) {
    const spent_ms = processorTimeOf(() => unescapeFormulas(csvLine([`x${piece.repeat(200_000)}x`])));
    assert.ok(spent_ms < 2_000, `${spent_ms} ms for ${JSON.stringify(piece)}`);
  }
});

test('control: a rule that checks only the first character misses most formulas', () => {
  const passed = FORMULAS.filter(([text]) => !/^[=+\-@\t\r]/.test(text));
  assert.ok(passed.length > FORMULAS.length / 2);
});
