import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, verifyPassword } from '../../../src/lib/crypto/passwords.ts';

const guesses = { mayTry: async () => true, noteWrong: async () => {} };
const HOSTILE: Record<string, string> = {
  'one character': 'x',
  'null characters': '\0'.repeat(1_000),
  'lone surrogates': '\ud800\udfff\ud800'.repeat(300),
  'characters of four bytes': '🦤'.repeat(500),
  'combining marks': `a${'\u0301'.repeat(999)}`,
};

// The hash is native code in the service's process, so no password may crash it.
for (const [what, password] of Object.entries(HOSTILE))
  test(`a password of ${what} is hashed with the parameters of the service, and verified`, async () => {
    const hash = await hashPassword(password);
    assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.equal(await verifyPassword(password, hash, guesses), 'right');
    assert.equal(await verifyPassword(`${password.slice(0, 900)}y`, hash, guesses), 'wrong');
  });

test('an invalid stored hash causes an error that does not end the process', async () => {
  await assert.rejects(verifyPassword('x', '$argon2id$v=19$m=4294967295,t=4294967295,p=1$AA$AA', guesses));
  assert.equal(await verifyPassword('x', await hashPassword('x'), guesses), 'right');
});

test('no password is right for an unknown user, also not the one that takes its place in the comparison', async () => {
  for (const password of ['nobody', '', 'x'])
    assert.equal(await verifyPassword(password, null, guesses), 'wrong', password);
});
