import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createDocumentReader, ReaderUnavailable } from '../../../src/lib/documents/reader.ts';
import { pdf } from '../../knowledge/support/pdf.ts';
import { docx, paragraph } from '../../knowledge/support/zip.ts';

const TEXT = 'Öl für die Pumpe';
const LITTLE = Buffer.from(TEXT, 'utf16le');
const FILES: Record<string, Buffer> = {
  'pump.pdf': pdf([{ lines: ['Oil for the pump'] }]),
  'pump.docx': docx(paragraph(TEXT)),
  'utf8.txt': Buffer.from(TEXT),
  'windows.txt': Buffer.from(TEXT, 'latin1'),
  'little.txt': Buffer.concat([Buffer.from([0xff, 0xfe]), LITTLE]),
  'big.txt': Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(LITTLE).swap16()]),
};
const reader = createDocumentReader();
after(() => reader.close());

/** The texts, or why there are none. */
async function read(name: string, file: Buffer): Promise<string[]> {
  const reading = await reader.read('account', name, file);
  return reading.kind === 'read' ? reading.passages.map(({ text }) => text) : [reading.reason];
}

for (const [name, file] of Object.entries(FILES))
  test(`${name} is read as what it is`, async () => {
    assert.deepEqual(await read(name, file), [name.endsWith('.pdf') ? 'Oil for the pump' : TEXT]);
  });

const NAMED_OTHERWISE: Record<string, [string, string]> = {
  'pump.txt': ['pump.pdf', 'Its name says text, but it is a PDF.'],
  'text.pdf': ['utf8.txt', 'Its name says a PDF, but it is text.'],
  'text.docx': ['utf8.txt', 'Its name says a Word document, but it is text.'],
  'word.pdf': ['pump.docx', 'Its name says a PDF, but it is a Word document.'],
};

for (const [name, [content, reason]] of Object.entries(NAMED_OTHERWISE))
  test(`${name} is refused when it holds ${content}`, async () => {
    assert.deepEqual(await read(name, FILES[content] ?? Buffer.alloc(0)), [reason]);
  });

test('a plain file on a machine that gives the reader no processor is read late, and not refused', async ({
  mock,
}) => {
  await read('utf8.txt', Buffer.from(TEXT));
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const reading = read('pump.pdf', FILES['pump.pdf'] ?? Buffer.alloc(0));
  // Sent, and no answer seen: a minute of the clock.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  mock.timers.tick(60_000);
  assert.deepEqual(await reading, ['Oil for the pump']);
});

test('what is being read when the reader closes is no fault of the file', async () => {
  const closing = createDocumentReader();
  const reading = closing.read('account', 'pump.pdf', FILES['pump.pdf'] ?? Buffer.alloc(0));
  const refused = assert.rejects(reading, ReaderUnavailable);
  await closing.close();
  await refused;
});
