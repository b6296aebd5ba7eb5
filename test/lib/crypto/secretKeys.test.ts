import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createSecretBox, keyNameOf } from '../../../src/lib/crypto/secretBox.ts';
import {
  addSecretKey,
  mergeSecretKeys,
  restoreSecretKeys,
  openSecretBox,
  readSecretKeys,
  removeSecretKeys,
} from '../../../src/lib/crypto/secretKeys.ts';
import { StartupFault } from '../../../src/lib/process/startupFault.ts';

const folder = await mkdtemp(join(tmpdir(), 'secret-keys-'));
after(() => rm(folder, { recursive: true }));
const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const placeIn = (name: string) => ({ setting: undefined, data_dir: join(folder, name) });

test('the newest key encrypts, all keys decrypt, and the key of each value is known', () => {
  const old = createSecretBox(first);
  const both = createSecretBox(second, first);
  const [before, now] = [old.seal('text', 'here'), both.seal('text', 'here')];
  assert.deepEqual([both.open(before, 'here'), both.open(now, 'here')], ['text', 'text']);
  assert.deepEqual(both.names, [keyNameOf(second), keyNameOf(first)]);
  assert.equal(both.findKey(before, 'here'), keyNameOf(first));
  assert.equal(both.findKey(now, 'here'), keyNameOf(second));
  assert.equal(both.findKey(before, 'elsewhere'), undefined);
  assert.throws(() => old.open(now, 'here'));
  assert.equal(both.derive('purpose'), createSecretBox(second).derive('purpose'));
});

test('a running process uses a new key of the file immediately to encrypt and decrypt', () => {
  const place = placeIn('followed');
  const [one, other] = [openSecretBox(place), openSecretBox(place)];
  const before = one.seal('before', 'here');
  const name = addSecretKey(place);
  const after = one.seal('after', 'here');
  assert.equal(createSecretBox(...readSecretKeys(place)).findKey(after, 'here'), name);
  assert.deepEqual([other.open(after, 'here'), other.open(before, 'here')], ['after', 'before']);

  // Control: a box that was created from fixed keys does not see new keys.
  const held = createSecretBox(...readSecretKeys(place));
  addSecretKey(place);
  assert.throws(() => held.open(one.seal('later', 'here'), 'here'));
  assert.equal(other.derive('purpose'), one.derive('purpose'));
});

test('the file has one key per line and only its owner can read it; older keys are removed by name', () => {
  const place = placeIn('rotated');
  const [oldest] = readSecretKeys(place);
  const names = [addSecretKey(place), addSecretKey(place)];
  const keys = readSecretKeys(place);
  assert.deepEqual(keys.map(keyNameOf), [...names.toReversed(), keyNameOf(oldest)]);
  assert.equal(statSync(join(place.data_dir, 'secret.key')).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(place.data_dir), ['secret.key']);

  removeSecretKeys(place, keys.map(keyNameOf));
  assert.deepEqual(readSecretKeys(place), [keys[0]], 'the newest one stays');
});

test('keys of the setting are not written to the file', () => {
  const place = { setting: [first] as const, data_dir: join(folder, 'setting') };
  assert.throws(() => addSecretKey(place), /SECRET_KEY: change them there/);
  assert.throws(() => removeSecretKeys(place, [keyNameOf(first)]), StartupFault);
});

test('a key file with an invalid line is rejected, and a running process keeps its keys', () => {
  const place = placeIn('spoilt');
  const box = openSecretBox(place);
  const sealed = box.seal('text', 'here');
  const path = join(place.data_dir, 'secret.key');
  writeFileSync(path, `${readFileSync(path, 'utf8')}abc\n`);
  assert.throws(() => readSecretKeys(place), /one key of 64 hexadecimal characters per line/);
  assert.equal(box.open(sealed, 'here'), 'text');
  assert.throws(() => box.seal('text', 'here'), StartupFault);
});

test('all keys of a backup are stored if the key file is missing, and otherwise must be in it', () => {
  const place = placeIn('restored');
  restoreSecretKeys(place, [second, first]);
  assert.deepEqual(readSecretKeys(place), [second, first]);
  restoreSecretKeys(place, [first]);
  assert.throws(() => restoreSecretKeys(place, [third, first]), /does not contain the 2 keys of the backup/);
  restoreSecretKeys({ setting: [third, second, first], data_dir: folder }, [second, first]);
  assert.throws(() => restoreSecretKeys({ setting: [second], data_dir: folder }, [first]), /SECRET_KEY/);
});

test('the keys from before and after a snapshot are merged without duplicates', () => {
  assert.deepEqual(mergeSecretKeys([third, second], [second, first]), [third, second, first]);
});
