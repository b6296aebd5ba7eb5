import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { createSecretBox, lateSecretBox, readSecretKey } from '../../src/lib/secretBox.ts';
import { StartupFault } from '../../src/lib/startupFault.ts';

const run = promisify(execFile);
const MODULE = new URL('../../src/lib/secretBox.ts', import.meta.url).href;
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

test('the key file is made once, whichever process asks first, and readable by its owner alone', async () => {
  const keys = await Promise.all(Array.from({ length: 4 }, () => readElsewhere(data_dir)));
  for (const key of keys) assert.deepEqual(key, readSecretKey(undefined, data_dir).toString('hex'));
  assert.equal((await stat(join(data_dir, 'secret.key'))).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(data_dir), ['secret.key']);
});

test('a missing directory is made for the key file, open to its owner alone', async () => {
  const made = join(data_dir, 'made');
  readSecretKey(undefined, made);
  assert.equal((await stat(made)).mode & 0o777, 0o700);
});

async function readElsewhere(dir: string): Promise<string> {
  const program = `
    import { readSecretKey } from ${JSON.stringify(MODULE)};
    process.stdout.write(readSecretKey(undefined, ${JSON.stringify(dir)}).toString('hex'));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
  return stdout;
}

test('the key of the setting wins over the file', () => {
  const setting = randomBytes(32);
  assert.deepEqual(readSecretKey(setting, data_dir), setting);
});

test('a late box makes no key file before it is used, and seals as any other', async () => {
  const dir = join(data_dir, 'late');
  const late = lateSecretBox(undefined, dir);
  await assert.rejects(stat(dir));
  const sealed = late.seal('text', 'here');
  assert.equal(createSecretBox(readSecretKey(undefined, dir)).open(sealed, 'here'), 'text');
  assert.equal(late.open(sealed, 'here'), 'text');
});

test('a spoilt key file stops the start instead of sealing with nothing', async () => {
  for (const spoilt of ['', 'abc', 'ab'.repeat(33), `x${'ab'.repeat(32)}`, 'AB'.repeat(32)]) {
    await writeFile(join(data_dir, 'secret.key'), spoilt);
    assert.throws(() => readSecretKey(undefined, data_dir), StartupFault, spoilt);
  }
});

test('of two starts that make the key file at once, the later one takes what is there', (t) => {
  const dir = join(data_dir, 'raced');
  const path = join(dir, 'secret.key');
  const winner = 'cd'.repeat(32);
  const write = fs.writeFileSync;
  t.mock.method(fs, 'writeFileSync', (file: string, text: string, options: object) => {
    write(path, winner);
    write(file, text, options);
  });
  syncBuiltinESMExports();
  t.after(syncBuiltinESMExports);
  assert.equal(readSecretKey(undefined, dir).toString('hex'), winner);
  assert.deepEqual(fs.readdirSync(dir), ['secret.key'], 'no draft is left');
});

test('a directory that takes no file stops the start with its own error', (t) => {
  t.mock.method(fs, 'linkSync', () => {
    throw Object.assign(new Error('read only'), { code: 'EROFS' });
  });
  syncBuiltinESMExports();
  t.after(syncBuiltinESMExports);
  assert.throws(() => readSecretKey(undefined, join(data_dir, 'read-only')), { code: 'EROFS' });
});
