import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPdf } from '../../../src/lib/documents/pdf.ts';
import { pdf } from '../../knowledge/support/pdf.ts';

const JOINED: Record<string, [string[], string]> = {
  'a word that was divided': [['The pump-', 'house is dry.'], 'The pumphouse is dry.'],
  'two words that were divided': [
    ['A valve and a pump-', 'house are con-', 'nected.'],
    'A valve and a pumphouse are connected.',
  ],
  'a dash before a capital letter': [['See part A-', 'Bolts'], 'See part A- Bolts'],
  'a dash before a number': [['From bar 1-', '2'], 'From bar 1- 2'],
  'a dash behind a number': [['Turn it by 90-', 'degrees'], 'Turn it by 90- degrees'],
  'a dash alone': [['One -', 'two'], 'One - two'],
};

for (const [what, [lines, text]] of Object.entries(JOINED))
  test(`lines with ${what} at the end become "${text}"`, async () => {
    const { blocks } = await readPdf(pdf([{ lines }]));
    assert.deepEqual(
      blocks.map((block) => block.text),
      [text],
    );
  });

test('letters are as large as most of them, whatever the first line has', async () => {
  const heading = 'How to oil the hinge of the pump house';
  const { blocks } = await readPdf(
    pdf([{ heading, lines: ['Take the oil and the brush.', 'Oil the hinge.'] }]),
  );
  assert.deepEqual(
    blocks.map(({ kind, text }) => [kind, text]),
    [
      ['heading', heading],
      ['text', 'Take the oil and the brush. Oil the hinge.'],
    ],
  );
});
