/*
 * Values that an earlier version stored or handed out, and that every later version must read. A test that reads only
 * what it has written itself does not notice a changed format.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseToken } from '../../src/access/tokens.ts';
import { formatCursor, parseCursor } from '../../src/features/webhooks/listening/cursor.ts';
import { openWithPassphrase } from '../../src/lib/crypto/passphrase.ts';
import { verifyPassword } from '../../src/lib/crypto/passwords.ts';
import { createSecretBox } from '../../src/lib/crypto/secretBox.ts';
import { readArchive } from '../../src/lib/files/archive/read.ts';

const PASSPHRASE = 'correct horse battery staple';
const ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const box = createSecretBox(Buffer.alloc(32, 7));

const SEALED = Buffer.from('AaDg7SI3rSQAZUkifRBo6rIRkFmsZbAtOV8/TNrS6qpvMFUv', 'base64');

test('an encrypted secret of an earlier version is read, and a changed byte is detected', () => {
  assert.equal(box.open(SEALED, 'endpoint 1'), 'grüezi');
  for (let at = 0; at < SEALED.length; at++) {
    const changed = Buffer.from(SEALED);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    assert.throws(() => box.open(changed, 'endpoint 1'), `byte ${at}`);
  }
});

test('derived secrets and names of keys stay the same', () => {
  assert.equal(box.derive('a purpose'), '1a678b716160ba617adeb09851e2e3c8a230f2755362df089dd60dada9973cda');
  assert.deepEqual(box.names, ['75fbf023']);
});

test('a secret key that a passphrase encrypts is read', async () => {
  const stored = {
    salt: 'f01ab4fa8f1347df3e8bb53d81511af5',
    cost: 131_072,
    block: 8,
    sealed: 'Ab8HM1vYDVr88yBK+Mxg7ojgqL1y795PjZXXvM0iadcd2+dHGyx9TuKlgA==',
  };
  assert.equal(await openWithPassphrase(stored, PASSPHRASE, 'secret key'), 'the secret key');
  for (const other of [{ cost: 131_073 }, { block: 9 }])
    await assert.rejects(
      openWithPassphrase({ ...stored, ...other }, PASSPHRASE, 'secret key'),
      /unknown parameters/,
    );
});

const ARCHIVE =
  'dGVuYW50LW9wcyBhcmNoaXZlIDIK7aelChjMjjVzLFNF418t/MKe2z8JQ1c1lwT+2cmEmLA+XBiur9vsayWfl5ngovaHlpGDx+1cNyvFOwP/' +
  'CYWr0tpTE1KHAWrI01upmx6K45HrWgApcGaDwY5SuZggWzK71/WpRoyU6/7DYQYy2NFdcunb3nbsi8h2633W/B7AqCt6u7i44TnefyqbGZoW' +
  'eU0OR9nYzIRmwmmJGHCuF7D6ImBwuWdSts2iniOSoAg1Amh9Ky5gOVJtSz9Dv1AFDxbDkh2fYbBNyJZDL9EeYLFGx09MwkWH2aBT7dOiX8C5' +
  'NmSjmA1Ou73pNDnAifVZuXykvrfMPRlXvZvFbgpaaX3+5g==';

async function* inOneBlock(bytes: Buffer) {
  yield bytes;
}

test('an archive of an earlier version is read', async () => {
  const source = inOneBlock(Buffer.from(ARCHIVE, 'base64'));
  const parts: unknown[] = [];
  for await (const { header, content } of readArchive(source, {
    passphrase: PASSPHRASE,
    accepts_unsigned: false,
  }))
    parts.push([header, Buffer.concat(await Array.fromAsync(content)).toString()]);
  assert.deepEqual(parts, [
    [{ name: 'about', version: 2 }, '{"made_at":"2026-03-01T00:00:00.000Z"}'],
    [{ name: 'rows' }, '1\tone\n2\ttwo\n'],
  ]);
});

test('a cursor of polled events is read and written in the stored format', () => {
  const text = 'AQGY8MR8XnoQnT5bH2osjkBbH2osjkEAAAAAAAo';
  const cursor = { from_id: ID, seen: new Set(['5b1f6a2c8e41', '00000000000a']) };
  assert.deepEqual(parseCursor(text), cursor);
  assert.equal(formatCursor(cursor), text);
});

test('a token of an earlier version is read', () => {
  const token = 'tak_030sx3FeaCLCcPEJcbE3UG2BG6yBCcfgX3GDuJZqs0IESF50w3TszLE';
  assert.deepEqual(parseToken(token), { prefix: 'tak_', account_id: ID });
});

test('a password is verified against a hash of an earlier version', async () => {
  const hash =
    '$argon2id$v=19$m=19456,t=2,p=1$r44GrfQO9wwbQ8MckWy5vQ$wH7y/d4bzZIiCHL3tE9bFrviFD4c/NUtz3Fs82w31YQ';
  const guesses = { mayTry: async () => true, noteWrong: async () => {} };
  assert.equal(await verifyPassword('correct horse', hash, guesses), 'right');
  assert.equal(await verifyPassword('correct horses', hash, guesses), 'wrong');
});
