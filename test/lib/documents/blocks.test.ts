import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  collectBlocks,
  countDepth,
  DocumentFault,
  MOST_CHARACTERS,
  type Block,
} from '../../../src/lib/documents/document.ts';
import { readHtml } from '../../../src/lib/documents/htmlText.ts';
import { readMarkdown, readText } from '../../../src/lib/documents/plainText.ts';

test('a document holds up to four million characters of text, and 1,000 levels', () => {
  const found = collectBlocks();
  found.add('text', 'x'.repeat(MOST_CHARACTERS - 1));
  found.add('text', 'x');
  assert.equal(MOST_CHARACTERS, 4_000_000);
  assert.throws(() => found.add('text', 'x'), DocumentFault);
  const depth = countDepth();
  for (let level = 1; level <= 1_000; level++) depth.enter();
  assert.throws(() => depth.enter(), DocumentFault);
});

/** Headings begin with a number sign. */
function linesOf(blocks: Block[]): string[] {
  return blocks.map(({ kind, text }) => (kind === 'heading' ? `# ${text}` : text));
}

const MARKDOWN: [string, string[]][] = [
  ['# Pump', ['# Pump']],
  ['   ###### Pump ##', ['# Pump']],
  ['# Pump #7', ['# Pump #7']],
  ['# C#', ['# C#']],
  ['# C# #', ['# C#']],
  ['#Pump', ['#Pump']],
  ['####### Pump', ['####### Pump']],
  ['Pump\n====\none\ntwo\n\nthree', ['Pump\n====\none\ntwo', 'three']],
  ['one\n---\ntwo', ['one\ntwo']],
  ['```\n# code\n\n*a*\n```\nbehind', ['# code\n\n*a*\nbehind']],
  ['*a* **b** _c_ d_e_f `g`', ['a b c d_e_f g']],
  ['see [the pump](https://a.example/x) and ![a valve](b.png)!', ['see the pump and a valve!']],
  ['[one] [two](x', ['[one] [two](x']],
  ['[one](x)[two](y)', ['onetwo']],
];

for (const [text, lines] of MARKDOWN)
  test(`${JSON.stringify(text)} is read as Markdown`, () =>
    assert.deepEqual(linesOf(readMarkdown(text)), lines));

const HTML: [string, string[]][] = [
  ['<h1>Pump</h1><p>one <b>two</b></p>three', ['# Pump', 'one two', 'three']],
  ['one<p>two', ['one', 'two']],
  ['one<div>two</div>three', ['one', 'two', 'three']],
  ['<table><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></table>', ['a | b', 'c']],
  ['<head><title>x</title></head><script>y</script>seen', ['seen']],
  ['<svg><svg></svg>x</svg>seen</svg>too', ['seentoo']],
];

for (const [text, lines] of HTML)
  test(`${JSON.stringify(text)} is read as HTML`, () => assert.deepEqual(linesOf(readHtml(text)), lines));

test('paragraphs of a text are separated by blank lines of any system', () => {
  assert.deepEqual(linesOf(readText('a\nb\n\nc\r\n \t\r\nd')), ['a\nb', 'c', 'd']);
});
