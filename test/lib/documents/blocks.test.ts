import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertTextFits,
  createBlockCollector,
  createDepthCounter,
  MOST_CHARACTERS,
  type Block,
} from '../../../src/lib/documents/document.ts';
import { parseDocx } from '../../../src/lib/documents/docx.ts';
import { parseHtml } from '../../../src/lib/documents/htmlText.ts';
import { parseMarkdown, parsePlainText } from '../../../src/lib/documents/plainText.ts';
import { makeDocx } from '../../knowledge/support/zip.ts';

test('a document has at most four million characters of text and 1,000 levels', () => {
  const found = createBlockCollector();
  found.add('text', 'x'.repeat(MOST_CHARACTERS - 1));
  found.add('text', 'x');
  assert.equal(MOST_CHARACTERS, 4_000_000);
  const message = 'The document has more than 4 million characters of text.';
  assert.throws(() => found.add('text', 'x'), { message });
  assertTextFits('x'.repeat(MOST_CHARACTERS));
  assert.throws(() => assertTextFits('x'.repeat(MOST_CHARACTERS + 1)), { message });
  const depth = createDepthCounter();
  for (let level = 1; level <= 1_000; level++) depth.enter();
  assert.throws(() => depth.enter(), { message: 'The document is nested deeper than 1000 levels.' });
  depth.leave();
  depth.leave();
  depth.enter();
});

/** Returns the text of blocks as lines; a heading begins with `# `. */
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
  ['a [b [one](x) c] d', ['a b [one c] d']],
  ['] [one](x)', ['] one']],
  ['[one](x) ] (y)', ['one ] (y)']],
  ['[one](x)](y)', ['one](y)']],
  ['!![one](x)', ['!one']],
  ['[](x) [one]()', ['one']],
  [`[${'l'.repeat(500)}](x)`, ['l'.repeat(500)]],
  [`[${'l'.repeat(501)}](x)`, [`[${'l'.repeat(501)}](x)`]],
  [`[one](${'t'.repeat(2_000)})`, ['one']],
  [`[one](${'t'.repeat(2_001)})`, [`[one](${'t'.repeat(2_001)})`]],
  ['_a_ a_b_ _', ['a a_b']],
];

for (const [text, lines] of MARKDOWN)
  test(`${JSON.stringify(text)} is read as Markdown`, () =>
    assert.deepEqual(linesOf(parseMarkdown(text)), lines));

const HTML: [string, string[]][] = [
  ['<h1>Pump</h1><p>one <b>two</b></p>three', ['# Pump', 'one two', 'three']],
  ['one<p>two', ['one', 'two']],
  ['one<div>two</div>three', ['one', 'two', 'three']],
  ['<table><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></table>', ['a | b', 'c']],
  ['<head><title>x</title></head><script>y</script>seen', ['seen']],
  ['<svg><svg></svg>x</svg>seen</svg>too', ['seentoo']],
  ['one <b>two</b> three <i>four</i>five', ['one two three fourfive']],
  ['one<br>two  three', ['one', 'two three']],
  ['<p>one</p>'.repeat(1_001), Array(1_001).fill('one')],
  ['<h6>six</h6><h7>seven</h7>', ['# six', 'seven']],
];

for (const [text, lines] of HTML)
  test(`${JSON.stringify(text)} is read as HTML`, () => assert.deepEqual(linesOf(parseHtml(text)), lines));

test('blank lines with the line endings of any system separate paragraphs', () => {
  assert.deepEqual(linesOf(parsePlainText('a\nb\n\nc\r\n \t\r\nd')), ['a\nb', 'c', 'd']);
});

const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const styled = (style: string, text: string) => `<w:p><w:pPr>${style}</w:pPr>${run(text)}</w:p>`;
const WORD: [string, string[]][] = [
  [styled('<w:pStyle w:val="Heading1"/>', 'Pump') + styled('', 'one'), ['# Pump', 'one']],
  [
    styled('<w:pStyle w:val="Titre 2"/>', 'Pump') + styled('<w:pStyle w:val="Body"/>', 'one'),
    ['# Pump', 'one'],
  ],
  [
    styled('<w:outlineLvl w:val="8"/>', 'Pump') + styled('<w:outlineLvl w:val="9"/>', 'one'),
    ['# Pump', 'one'],
  ],
  [styled('<w:pStyle w:val="Heading1"/><w:outlineLvl w:val="9"/>', 'Pump'), ['# Pump']],
  [`<w:p>${run('a')}<w:tab/>${run('b')}<w:br/>${run('c')}<w:cr/>${run('d')} no text</w:p>`, ['a b\nc\nd']],
  ['<w:p/>'.repeat(1_001) + styled('', 'one'), ['one']],
];

for (const [body, lines] of WORD)
  test(`${JSON.stringify(lines)} is read from a Word document`, () =>
    assert.deepEqual(linesOf(parseDocx(makeDocx(body))), lines));
