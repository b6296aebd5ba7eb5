/* Files of spreadsheets as tables, the guess of their columns, and the conversion of their cells. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CsvFileError, readCsvTable } from '../../dashboard/components/import/csvTable.ts';
import { guessMapping, toLines, translateWords } from '../../dashboard/components/import/importList.ts';
import { toDueDate } from '../../dashboard/features/tasks/dueDate.ts';
import { setLocaleAndTimeZone } from '../../dashboard/format/format.ts';
import { verbatim } from '../../dashboard/language/t.ts';
import { csvLine, CSV_MARK } from '../../src/lib/text/csv.ts';
import { processorTimeOf } from '../support/processorTime.ts';

after(() => setLocaleAndTimeZone({ locale: 'en', zone: 'UTC' }));

const bytesOf = (content: Buffer) => new Uint8Array(content).buffer;
const read = (text: string) => readCsvTable(bytesOf(Buffer.from(text)));
const cellsOf = (text: string) => read(text).rows.map(({ cells }) => cells);

for (const [what, text] of [
  ['commas', 'title,note\nOil,"a, b"\n'],
  ['semicolons and a byte order mark', '\uFEFFtitle;note\r\nOil;a, b\r\n'],
  ['tabs and no line break at the end', 'title\tnote\nOil\ta, b'],
  ['carriage returns as line breaks', 'title;note\rOil;a, b\r'],
] as const)
  test(`a file with ${what} is read`, () => {
    const { headings, rows } = read(text);
    assert.deepEqual(headings, ['title', 'note']);
    assert.deepEqual(rows, [{ number: 2, cells: ['Oil', 'a, b'] }]);
  });

test('the reader keeps quoted line breaks and quotation marks, and accepts rows of any length', () => {
  assert.deepEqual(cellsOf('a,b\n"1\n2 ""x""",\n3\n4,5,6\n'), [['1\n2 "x"', ''], ['3'], ['4', '5', '6']]);
});

test('the reader omits empty rows but counts them, as a spreadsheet does', () => {
  assert.deepEqual(
    read('a,b\n\n1,2\n , \n3,4\n').rows.map(({ number }) => number),
    [3, 5],
  );
});

test('the reader decodes UTF-16 and Windows code pages', () => {
  const text = 'titel;zuständig\nPresse ölen;jörg@a.example\n';
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
  for (const file of [utf16, Buffer.from(text, 'latin1')])
    assert.deepEqual(readCsvTable(bytesOf(file)).rows[0]?.cells, ['Presse ölen', 'jörg@a.example']);
});

for (const [what, content, problem] of [
  ['a spreadsheet', Buffer.from('PK\u0003\u0004rest'), { kind: 'binary' }],
  ['a PDF', Buffer.from('%PDF-1.7\n'), { kind: 'binary' }],
  ['a text with NUL', Buffer.from('title\na\0b\n'), { kind: 'binary' }],
  ['only a heading row', Buffer.from('title,note\n,\n'), { kind: 'empty' }],
  ['an empty file', Buffer.from('\n\n'), { kind: 'empty' }],
  ['a quotation mark that is not closed', Buffer.from('a,b\n1,"2\n3,4\n'), { kind: 'quote', line: 3 }],
  ['a quotation mark inside a cell', Buffer.from('a,b\n1,2\n3,4"5\n'), { kind: 'quote', line: 3 }],
] as const)
  test(`the import rejects ${what}`, () => {
    assert.throws(
      () => readCsvTable(bytesOf(content)),
      (error) => {
        assert.ok(error instanceof CsvFileError);
        assert.deepEqual(error.problem, problem);
        return true;
      },
    );
  });

test('an import restores each cell of an export exactly', () => {
  const cells = ['=1+1', "'=1", '-5 °C', '@me', 'First\n- second', 'a;b,"c"', '\t=x', "it's", 'plain'];
  const file = CSV_MARK + csvLine(cells.map((_, at) => `c${at}`)) + csvLine(cells);
  assert.deepEqual(cellsOf(file), [cells]);
});

test('the reading time is proportional to the file size', () => {
  const rows = 'Task,"first\nsecond",open\n'.repeat(10_000);
  const spent_ms = processorTimeOf(() => assert.equal(cellsOf(`title,note,status\n${rows}`).length, 10_000));
  assert.ok(spent_ms < 3_000, `${spent_ms} ms`);
});

const COLUMNS = [
  { name: 'title', label: verbatim('Title'), headings: ['title', 'titel'] },
  { name: 'user', label: verbatim('User'), headings: ['assigneeemail', 'assignee', 'zuständig'] },
];

test('columns are guessed by English and German headings, the best heading first', () => {
  const guess = (headings: string[]) => guessMapping(COLUMNS, headings);
  assert.deepEqual(guess(['Id', 'Title', 'Assignee', 'Assignee email']), { title: 1, user: 3 });
  assert.deepEqual(guess(['ZUSTÄNDIG', 'Titel ']), { title: 1, user: 0 });
  assert.deepEqual(guess(['x', 'y']), { title: undefined, user: undefined });
});

test('unmapped columns and short rows give empty cells, and long cells are truncated', () => {
  const table = read(`title,user\n${'x'.repeat(2_000)},a@b.example\nshort\n`);
  const lines = toLines(COLUMNS, { title: 0, user: 1 }, table);
  assert.deepEqual(lines[0]?.line['title']?.length, 1_000);
  assert.deepEqual(lines[1], { number: 3, line: { title: 'short', user: '' } });
  assert.equal(toLines(COLUMNS, { title: 0 }, table)[0]?.line['user'], '');
});

test('known words are translated in any case of letters, and other text is kept', () => {
  const toWord = translateWords({ in_progress: ['inarbeit'], open: ['offen'] });
  assert.deepEqual(['In Progress', 'in_progress', 'IN ARBEIT', 'Offen', 'lost'].map(toWord), [
    'in_progress',
    'in_progress',
    'in_progress',
    'open',
    'lost',
  ]);
});

test('dates without a time zone are converted to times in the zone of the account', () => {
  setLocaleAndTimeZone({ locale: 'de', zone: 'Europe/Berlin' });
  assert.deepEqual(
    ['2026-03-02', '2.3.2026', '02.03.2026 14:30', '2026-03-02 14:30:15', '2026-03-02T14:30'].map(toDueDate),
    [
      '2026-03-02T22:59:59.999Z',
      '2026-03-02T22:59:59.999Z',
      '2026-03-02T13:30:00.000Z',
      '2026-03-02T13:30:00.000Z',
      '2026-03-02T13:30:00.000Z',
    ],
  );
  const unchanged = [
    '31.02.2026',
    '2026-13-01',
    '03/02/2026',
    '2026-03-02 25:00',
    '2026-03-02T10:00:00Z',
    'soon',
  ];
  assert.deepEqual(unchanged.map(toDueDate), unchanged);
});
