import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimatePasswordStrength } from '../../dashboard/format/passwordStrength.ts';

test('short, repeated and plain passwords are weak, and several words are strong', () => {
  const expected = {
    '': 'weak',
    password: 'weak',
    '12345678': 'weak',
    aaaaaaaaaaaaaaaaaaaaaaaa: 'weak',
    'Passw0rd!': 'fair',
    'blaue Pumpe': 'fair',
    'correct horse battery staple': 'strong',
    'größer Überdruck 7 Bar': 'strong',
  };
  const found = Object.keys(expected).map((password) => [password, estimatePasswordStrength(password)]);
  assert.deepEqual(Object.fromEntries(found), expected);
});
