import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createSecretBox, readSecretKey } from '../../src/lib/secretBox.ts';
import { StartupFault } from '../../src/lib/startupFault.ts';

const data_dir = await mkdtemp(join(tmpdir(), 'secret-box-'));
after(() => rm(data_dir, { recursive: true }));
const box = createSecretBox(randomBytes(32));

test('a sealed secret opens in its own place and nowhere else', () => {
  const sealed = box.seal('grüezi', 'endpoint 1');
  assert.equal(box.open(sealed, 'endpoint 1'), 'grüezi');
  assert.throws(() => box.open(sealed, 'endpoint 2'));
  assert.throws(() => createSecretBox(randomBytes(32)).open(sealed, 'endpoint 1'));
});

test('any changed byte keeps it shut', () => {
  const sealed = box.seal('secret', 'here');
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8((changed[at] ?? 0) ^ 1, at);
    assert.throws(() => box.open(changed, 'here'), `byte ${at}`);
  }
});

test('the same text is never sealed twice alike', () => {
  assert.notDeepEqual(box.seal('a', 'b'), box.seal('a', 'b'));
});

test('the key file is made once, whoever asks first, and readable by its owner alone', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => readSecretKey(undefined, data_dir)));
  for (const key of keys) assert.deepEqual(key, keys[0]);
  assert.equal((await stat(join(data_dir, 'secret.key'))).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(data_dir), ['secret.key']);
});

test('the key of the setting wins over the file', async () => {
  const setting = randomBytes(32);
  assert.deepEqual(await readSecretKey(setting, data_dir), setting);
});

test('a spoilt key file stops the start instead of sealing with nothing', async () => {
  await writeFile(join(data_dir, 'secret.key'), 'abc');
  await assert.rejects(readSecretKey(undefined, data_dir), StartupFault);
});
