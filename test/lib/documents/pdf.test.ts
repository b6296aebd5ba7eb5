import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePdf } from '../../../src/lib/documents/pdf.ts';
import { makePdf } from '../../knowledge/support/pdf.ts';

const JOINED: Record<string, [string[], string]> = {
  'a hyphenated word': [['The pump-', 'house is dry.'], 'The pumphouse is dry.'],
  'two hyphenated words': [
    ['A valve and a pump-', 'house are con-', 'nected.'],
    'A valve and a pumphouse are connected.',
  ],
  'a dash before a capital letter': [['See part A-', 'Bolts'], 'See part A- Bolts'],
  'a dash before a number': [['From bar 1-', '2'], 'From bar 1- 2'],
  'a dash after a number': [['Turn it by 90-', 'degrees'], 'Turn it by 90- degrees'],
  'a dash alone': [['One -', 'two'], 'One - two'],
};

for (const [what, [lines, text]] of Object.entries(JOINED))
  test(`lines with ${what} at the end become "${text}"`, async () => {
    const { blocks } = await parsePdf(makePdf([{ lines }]));
    assert.deepEqual(
      blocks.map((block) => block.text),
      [text],
    );
  });

test('the body font size is the most frequent one, not that of the first line', async () => {
  const heading = 'How to oil the hinge of the pump house';
  const { blocks } = await parsePdf(
    makePdf([{ heading, lines: ['Take the oil and the brush.', 'Oil the hinge.'] }]),
  );
  assert.deepEqual(
    blocks.map(({ kind, text }) => [kind, text]),
    [
      ['heading', heading],
      ['text', 'Take the oil and the brush. Oil the hinge.'],
    ],
  );
});

test('a heading has at most 120 characters, and names its page', async () => {
  for (const [length, kind] of [
    [120, 'heading'],
    [121, 'text'],
  ] as const) {
    const heading = 'i'.repeat(length);
    const lines = ['x'.repeat(200), 'y'.repeat(200)];
    const { blocks, pages } = await parsePdf(makePdf([{ lines }, { heading, lines }]));
    assert.deepEqual([pages, blocks[1]?.kind, blocks[1]?.page], [2, kind, 2]);
    assert.equal(blocks[0]?.page, 1);
  }
});
