import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSources } from './sources.ts';
import { TEXT_IN_STATEMENTS, unsafeFaults } from './unsafe.ts';

const sources = readSources('src/**/*.ts', 'cli/**/*.ts', 'scripts/**/*.{ts,mjs}');

test('every file with unsafe SQL states the origin of its text', () => {
  assert.deepEqual(unsafeFaults(sources, TEXT_IN_STATEMENTS), []);
});

const COMPUTED = [
  'await tx.unsafe(`truncate ${names}`);',
  'await tx.unsafe<Row[]>(\n  `select ${name}`,\n  values);',
  "await tx.unsafe('truncate ' + name);",
  'await tx.unsafe(text);',
];

for (const text of COMPUTED)
  test(`detected: ${JSON.stringify(text)}`, () => {
    const source = { ...sources[0], path: 'src/a.ts', text } as (typeof sources)[number];
    assert.deepEqual(unsafeFaults([source], {}), ['src/a.ts puts text into a statement']);
    assert.deepEqual(unsafeFaults([source], { 'src/a.ts': 'a constant' }), []);
  });

test('a static text needs no reason, and an unused reason is an error', () => {
  const text = "await connection.unsafe('begin'); await tx.unsafe(`analyze`);";
  const source = { ...sources[0], path: 'src/a.ts', text } as (typeof sources)[number];
  assert.deepEqual(unsafeFaults([source], {}), []);
  assert.deepEqual(unsafeFaults([source], { 'src/a.ts': 'a constant' }), [
    'src/a.ts is listed and puts no text into a statement',
  ]);
});
