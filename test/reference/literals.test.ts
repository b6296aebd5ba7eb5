import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pythonLiteral, typescriptLiteral } from '../../src/features/reference/literals.ts';

const VALUE = { name: "it's", 'a-b': [1, true, null] };

test('a value is written in the syntax of each language', () => {
  assert.equal(typescriptLiteral(VALUE), "{ name: 'it\\'s', 'a-b': [1, true, null] }");
  assert.equal(pythonLiteral(VALUE), '{"name": "it\'s", "a-b": [1, True, None]}');
  for (const empty of [[], {}])
    assert.deepEqual([typescriptLiteral(empty), pythonLiteral(empty)], Array(2).fill(JSON.stringify(empty)));
});

/** Returns a list whose content has this width, including separators. */
const listOf = (width: number) => ['a', 'b'.repeat(width - 7)];

test('a literal of up to 56 characters stays on one line, a longer one is split', () => {
  const letters = 'b'.repeat(49);
  assert.equal(typescriptLiteral(listOf(56)), `['a', '${letters}']`);
  assert.equal(pythonLiteral(listOf(56)), `["a", "${letters}"]`);
  assert.equal(typescriptLiteral(listOf(57)), `[\n  'a',\n  '${letters}b',\n]`);
  assert.equal(pythonLiteral(listOf(57), 1), `[\n        "a",\n        "${letters}b",\n    ]`);
});

test('a list that contains a multi-line element is split into lines too', () => {
  const inner = `[\n    'a',\n    '${'b'.repeat(50)}',\n  ]`;
  assert.equal(typescriptLiteral([listOf(57)]), `[\n  ${inner},\n]`);
});
