import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMethods } from '../../../src/lib/http/paths.ts';
import { assertStorable } from '../../../src/lib/http/text.ts';
import { JsonLimits } from '../../../src/lib/http/jsonLimits.ts';

/** A text with every character that counts toward the limits, also inside strings, where they must not count. */
const TEXT = JSON.stringify({ 'a"b': ['[{', 'c\\', { 'd\\"': [1, 2] }], e: '\\"', f: ':,' });
const MEMBERS_AND_ELEMENTS = 9;

function check(pieces: readonly string[], most_values: number): 'read' | 'refused' {
  const structure = new JsonLimits(most_values);
  try {
    for (const piece of pieces) structure.read(Buffer.from(piece));
    return 'read';
  } catch {
    return 'refused';
  }
}

test('limits of a body do not depend on its split into packets', () => {
  for (let at = 0; at <= TEXT.length; at++) {
    const pieces = [TEXT.slice(0, at), TEXT.slice(at)];
    assert.equal(check(pieces, MEMBERS_AND_ELEMENTS), 'read', pieces.join(' | '));
    assert.equal(check(pieces, MEMBERS_AND_ELEMENTS - 1), 'refused', pieces.join(' | '));
  }
});

test('an escape sequence is detected wherever the network splits it, and an escaped backslash is not mistaken for one', () => {
  const hasCodes = (pieces: readonly string[]) => {
    const structure = new JsonLimits(9);
    for (const piece of pieces) structure.read(Buffer.from(piece));
    return structure.has_codes;
  };
  for (const [text, expected] of [
    [String.raw`{"a":"\u0000"}`, true],
    [String.raw`{"\u0000":1}`, true],
    [String.raw`{"a":"\\u0000"}`, false],
    [String.raw`{"a":"u0000\n"}`, false],
  ] as const)
    for (let at = 0; at <= text.length; at++)
      assert.equal(hasCodes([text.slice(0, at), text.slice(at)]), expected, `${text} at ${at}`);
});

test('64 levels of nesting are accepted, 65 are not', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{', '}'],
  ] as const)
    for (const between of ['', ' ', '1', 'true']) {
      const nested = (levels: number) => `${open}${between}`.repeat(levels) + close.repeat(levels);
      assert.equal(check([nested(64)], 1_000), 'read', between);
      assert.equal(check([nested(65)], 1_000), 'refused', between);
      assert.equal(check([`[${nested(63)},${nested(63)}]`], 1_000), 'read', between);
    }
});

test('member names have at most one mebibyte in total; values are not counted', () => {
  const member = (bytes: number) => `"${'a'.repeat(bytes)}":1`;
  const half = 512 * 1024;
  assert.equal(check([`{${member(half)},${member(half)}}`], 9), 'read');
  assert.equal(check([`{${member(half)},${member(half + 1)}}`], 9), 'refused');
  assert.equal(check([`{"a":"${'b'.repeat(4 * half)}"}`], 9), 'read');
});

test('400 for NUL and lone surrogates in any text and name, at any depth', () => {
  const refusalOf = (value: unknown) => {
    try {
      assertStorable(value, 'body');
      return 'passes';
    } catch (error) {
      return String(error);
    }
  };
  for (const fine of ['', 'a', '\u{1F600}', 7, null, undefined, {}, [], { a: [{ b: 'c' }] }])
    assert.equal(refusalOf(fine), 'passes');
  for (const [bad, message] of [
    ['\0', 'body: must not contain NUL characters'],
    ['\ud800', 'body: must not contain lone surrogates'],
  ] as const)
    for (const value of [
      bad,
      [bad],
      { a: bad },
      { [bad]: 1 },
      [[{ a: [{ b: [null, bad] }] }]],
      { a: { [bad]: {} } },
    ])
      assert.match(refusalOf(value), new RegExp(`${message}$`), JSON.stringify(value));
});

test('the methods of a path are those of the exact path, and otherwise those of the matching pattern', () => {
  const paths = new Map([
    ['/a', ['GET']],
    ['/a/:id', ['POST']],
    ['/a/b', ['PUT']],
    ['/a/:id/c/:other', ['PATCH']],
  ]);
  const found = ['/a', '/a/b', '/a/x', '/a/x/c/y', '/a/', '/a/x/d/y', '/a/x/c', '/b', '/b/x', '/:id'].map(
    (path) => findMethods(paths, path)?.join(),
  );
  assert.deepEqual(found, ['GET', 'PUT', 'POST', 'PATCH', ...Array(6).fill(undefined)]);
});
