import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertCompleteIfActive } from '../../src/features/forms/drafts.ts';

const TEXT = { key: 'a', type: 'text' };
const CHOICE = { key: 'b', type: 'choice' };

const FINISHED: [what: string, fields: object[]][] = [
  ['a text', [TEXT]],
  ['a choice with one option', [{ ...CHOICE, options: ['worn'] }]],
  ['a choice with a blank option among others', [{ ...CHOICE, options: [' ', 'worn'] }]],
  ['a choice whose options have another shape', [{ ...CHOICE, options: { a: 'worn' } }]],
  ['a choice whose options are objects', [{ ...CHOICE, options: [{ label: '' }] }]],
];
const UNFINISHED: [what: string, field: object][] = [
  ['without options', CHOICE],
  ['with options that are null', { ...CHOICE, options: null }],
  ['with an empty list of options', { ...CHOICE, options: [] }],
  ['with only blank options', { ...CHOICE, options: [' ', ''] }],
  ['of the type choices without options', { ...CHOICE, type: 'choices' }],
];

for (const [what, fields] of FINISHED)
  test(`an active form can have ${what}`, () => assertCompleteIfActive({ is_active: true, fields }));

for (const [what, field] of UNFINISHED)
  test(`400 for an active form with a choice ${what}, which a draft can have`, () => {
    assert.throws(() => assertCompleteIfActive({ is_active: true, fields: [TEXT, field] }), {
      message: 'fields.1.options: add at least one option, or save the form as a draft',
    });
    assertCompleteIfActive({ is_active: false, fields: [TEXT, field] });
  });

test('400 for an active form without fields, which a draft can have', () => {
  assert.throws(() => assertCompleteIfActive({ is_active: true, fields: [] }), {
    message: 'fields: add at least one field, or save the form as a draft',
  });
  assertCompleteIfActive({ is_active: false, fields: [] });
});
