import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocumentFault } from '../../../src/lib/documents/document.ts';
import { parseCsv } from '../../../src/lib/documents/plainText.ts';

const READ: Record<string, [string, string[]]> = {
  'line breaks of every system': ['a,b\r\n1,2\n3,4\r5,6', ['a: 1; b: 2', 'a: 3; b: 4', 'a: 5; b: 6']],
  'a byte order mark': ['\uFEFF"a",b\n1,2', ['a: 1; b: 2']],
  'semicolons, and commas in values': ['a;b\n1,5;"2;5"', ['a: 1,5; b: 2;5']],
  tabs: ['a\tb\n1\t2', ['a: 1; b: 2']],
  'rows of different lengths': ['a,b\n1\n1,2,3\n\n,4', ['a: 1', 'a: 1; b: 2; 3', 'b: 4']],
  'a value over several lines': ['a,b\n"x\ny ""z""",2', ['a: x\ny "z"; b: 2']],
  'only a heading row': ['a,b\n', []],
  nothing: ['', []],
};

for (const [what, [text, rows]] of Object.entries(READ)) {
  test(`a table with ${what} is read`, () => {
    assert.deepEqual(
      parseCsv(text).map((block) => block.text),
      rows,
    );
  });
}

const REFUSED: Record<string, [string, RegExp]> = {
  'a quotation mark in the middle of a value': ['a,b\n1,2\n3,x"y\n5,6', /^Line 3 has a quotation mark/],
  'text after a closing quotation mark': ['a,b\n"1\n1",2\n"x"y,4', /^Line 4 has a quotation mark/],
  'too many rows of different lengths': [
    'a,b\n'.padEnd(40_000, '1\n'),
    /^Up to line 10002, more than 10000 rows/,
  ],
  'a quotation mark that is never closed': ['a,b\n1,2\n"x,3\n4,5\n', /in the row of line 3 is never closed/],
};

for (const [what, [text, reason]] of Object.entries(REFUSED)) {
  test(`a table with ${what} is rejected, with the line`, () => {
    assert.throws(
      () => parseCsv(text),
      (error) => error instanceof DocumentFault && reason.test(error.message),
    );
  });
}

test('a table of forty thousand columns is read', () => {
  const line = (make: (at: number) => string) =>
    Array.from({ length: 40_000 }, (_, at) => make(at)).join(',');
  const [row] = parseCsv(`${line((at) => `c${at}`)}\n${line(String)}`);
  assert.ok(row?.text.endsWith('; c39999: 39999'));
});
