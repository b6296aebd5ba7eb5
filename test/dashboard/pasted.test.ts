import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeList, readPasted } from '../../dashboard/features/people/pasted.ts';

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
    'an address alone, which gives the name',
    'ines.vogel@a.example',
    [{ ...INES, email: 'ines.vogel@a.example' }],
  ],
  ['an address with its name in front', 'Ines Vogel <ines@a.example>', [INES]],
  ['a name in quotes with its address', '"Ines Vogel" <ines@a.example>', [INES]],
  ['the name in the first column', 'Ines Vogel; ines@a.example', [INES]],
  [
    'every column, with tabs',
    'ines@a.example\tInes Vogel\tadmin\tGlasses 3\ttrainer',
    [{ ...INES, access: 'admin', device_name: 'Glasses 3', role: 'trainer' }],
  ],
  [
    'a first line that names the columns',
    '\uFEFFName,Role,Glasses,E-mail\r\nInes Vogel,trainee,"Glasses ""3"", left",ines@a.example\r\n',
    [{ ...INES, device_name: 'Glasses "3", left', role: 'trainee' }],
  ],
  ['lines that hold nothing', '\n ;;; \n,\n', []],
  ['a line that is no address', 'ines', [person('ines')]],
] as const)
  test(`a list is read: ${what}`, () => {
    assert.deepEqual(
      readPasted(text).map((pasted) => pasted.person),
      people,
    );
  });

test('a table in an older encoding keeps its letters', () => {
  const bytes = (encoded: Buffer) => new Uint8Array(encoded).buffer;
  assert.equal(decodeList(bytes(Buffer.from('Jörg', 'latin1'))), 'Jörg');
  assert.equal(decodeList(bytes(Buffer.from('Jörg', 'utf8'))), 'Jörg');
});
