import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePastedPeople } from '../../dashboard/features/people/pastedPeople.ts';
import { decodeCsvFile } from '../../dashboard/format/csv.ts';
import { processorTimeOf } from '../support/processorTime.ts';

const person = (email: string, more: object = {}) => ({
  email,
  full_name: '',
  access: '',
  device_name: '',
  role: '',
  ...more,
});

const INES = person('ines@a.example', { full_name: 'Ines Vogel' });

for (const [what, text, people] of [
  [
    'only an address, from which the name is derived',
    'ines.vogel@a.example',
    [{ ...INES, email: 'ines.vogel@a.example' }],
  ],
  ['an address after its name', 'Ines Vogel <ines@a.example>', [INES]],
  ['a name in quotes with its address', '"Ines Vogel" <ines@a.example>', [INES]],
  ['the name in the first column', 'Ines Vogel; ines@a.example', [INES]],
  [
    'all columns, separated by tabs',
    'ines@a.example\tInes Vogel\tadmin\tGlasses 3\ttrainer',
    [{ ...INES, access: 'admin', device_name: 'Glasses 3', role: 'trainer' }],
  ],
  [
    'a first line that names the columns',
    '\uFEFFName,Role,Glasses,E-mail\r\nInes Vogel,trainee,"Glasses ""3"", left",ines@a.example\r\n',
    [{ ...INES, device_name: 'Glasses "3", left', role: 'trainee' }],
  ],
  [
    'quoted cells with line breaks',
    'email,name\r\nines@a.example,"Ines\r\nVogel"\r\njo@a.example,"Jo ""J""\n\n Mann",,\r\n',
    [INES, person('jo@a.example', { full_name: 'Jo "J" Mann' })],
  ],
  [
    'a quote that is never closed',
    'ines@a.example,"Ines Vogel\njo@a.example,Jo',
    [INES, person('jo@a.example', { full_name: 'Jo' })],
  ],
  [
    'a quote within a name',
    'jo@a.example,Jo 5" Mann\nines@a.example,Ines Vogel',
    [person('jo@a.example', { full_name: 'Jo 5 Mann' }), INES],
  ],
  ['empty lines', '\n ;;; \n,\n', []],
  ['a line without an address', 'ines', [person('ines')]],
  ['brackets without exactly one address', 'Ines <a>b>', [person('Ines <a>b>')]],
  ['a NUL and a lone surrogate', 'in\0es\nj\ud800', [person('in\ufffdes'), person('j\ufffd')]],
  ['a cell over the limit', `${'a'.repeat(1_001)},Ines`, [person('a'.repeat(1_000), { full_name: 'Ines' })]],
] as const)
  test(`a pasted list is read: ${what}`, () => {
    assert.deepEqual(
      parsePastedPeople(text).map((pasted) => pasted.person),
      people,
    );
  });

test('the parsing time is proportional to the list, whatever text it repeats', () => {
  for (const text of [
    'a' + ' '.repeat(200_000) + 'b',
    '<'.repeat(200_000) + '>',
    'a@b.de\n'.repeat(50_000),
    'a@b.de,"a\n'.repeat(50_000),
    '"\n'.repeat(100_001),
  ]) {
    const spent_ms = processorTimeOf(() => parsePastedPeople(text));
    assert.ok(spent_ms < 2_000, `${spent_ms} ms`);
  }
});

test('a UTF-16 table is read in both byte orders', () => {
  const little = Buffer.from('\ufeffJörg;joerg@a.example', 'utf16le');
  const big = Buffer.from(little).swap16();
  for (const encoded of [little, big])
    assert.equal(decodeCsvFile(new Uint8Array(encoded).buffer), 'Jörg;joerg@a.example');
});

test('the letters of a table in an older encoding are kept', () => {
  const bytes = (encoded: Buffer) => new Uint8Array(encoded).buffer;
  assert.equal(decodeCsvFile(bytes(Buffer.from('Jörg', 'latin1'))), 'Jörg');
  assert.equal(decodeCsvFile(bytes(Buffer.from('Jörg', 'utf8'))), 'Jörg');
});
