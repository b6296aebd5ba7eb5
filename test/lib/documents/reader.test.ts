import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createDocumentReader, ReaderUnavailable } from '../../../src/lib/documents/reader.ts';
import { makePdf } from '../../knowledge/support/pdf.ts';
import { makeDocx, makeDocxParagraph } from '../../knowledge/support/zip.ts';

const TEXT = 'Öl für die Pumpe';
const LITTLE = Buffer.from(TEXT, 'utf16le');
const FILES: Record<string, Buffer> = {
  'pump.pdf': makePdf([{ lines: ['Oil for the pump'] }]),
  'pump.docx': makeDocx(makeDocxParagraph(TEXT)),
  'utf8.txt': Buffer.from(TEXT),
  'windows.txt': Buffer.from(TEXT, 'latin1'),
  'little.txt': Buffer.concat([Buffer.from([0xff, 0xfe]), LITTLE]),
  'big.txt': Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(LITTLE).swap16()]),
};
const reader = createDocumentReader();
after(() => reader.close());

/** Reads the texts of the passages, or the reason why the file is not readable. */
async function read(name: string, file: Buffer): Promise<string[]> {
  const reading = await reader.read('account', name, file);
  return reading.kind === 'read' ? reading.passages.map(({ text }) => text) : [reading.reason.text];
}

for (const [name, file] of Object.entries(FILES))
  test(`${name} is read`, async () => {
    assert.deepEqual(await read(name, file), [name.endsWith('.pdf') ? 'Oil for the pump' : TEXT]);
  });

test('an incomplete byte order mark is read as Windows-1252 text', async () => {
  for (const text of ['ÿÿ Öl', 'ÿx Öl', 'xÿ Öl', 'þþ Öl', 'þx Öl', 'xþ Öl'])
    assert.deepEqual(await read('half.txt', Buffer.from(text, 'latin1')), [text]);
});

const NAMED_OTHERWISE: Record<string, [string, string]> = {
  'pump.txt': ['pump.pdf', 'The extension promises text, but the file contains a PDF.'],
  'text.pdf': ['utf8.txt', 'The extension promises a PDF, but the file contains text.'],
  'text.docx': ['utf8.txt', 'The extension promises a Word document, but the file contains text.'],
  'word.pdf': ['pump.docx', 'The extension promises a PDF, but the file contains a Word document.'],
};

for (const [name, [content, reason]] of Object.entries(NAMED_OTHERWISE))
  test(`${name} is rejected if it contains ${content}`, async () => {
    assert.deepEqual(await read(name, FILES[content] ?? Buffer.alloc(0)), [reason]);
  });

test('a plain file is read late instead of rejected if the reader gets no CPU time', async ({ mock }) => {
  await read('utf8.txt', Buffer.from(TEXT));
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const reading = read('pump.pdf', FILES['pump.pdf'] ?? Buffer.alloc(0));
  // The job is sent, and the answer arrives only after a minute of the mocked clock.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  mock.timers.tick(60_000);
  assert.deepEqual(await reading, ['Oil for the pump']);
});

test('a file that is being read when the reader closes is not reported as faulty', async () => {
  const closing = createDocumentReader();
  const reading = closing.read('account', 'pump.pdf', FILES['pump.pdf'] ?? Buffer.alloc(0));
  const refused = assert.rejects(reading, ReaderUnavailable);
  await closing.close();
  await refused;
});
