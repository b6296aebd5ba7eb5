import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { createSecretBox } from '../../../src/lib/crypto/secretBox.ts';
import { lateSecretBox, readSecretKeys } from '../../../src/lib/crypto/secretKeys.ts';
import { StartupFault } from '../../../src/lib/process/startupFault.ts';

const run = promisify(execFile);
const MODULE = new URL('../../../src/lib/crypto/secretKeys.ts', import.meta.url).href;
const data_dir = await mkdtemp(join(tmpdir(), 'secret-box-'));
after(() => rm(data_dir, { recursive: true }));
const box = createSecretBox(randomBytes(32));
const readKey = (dir: string) => readSecretKeys({ setting: undefined, data_dir: dir })[0];

test('a sealed secret opens in its own place and nowhere else', () => {
  const sealed = box.seal('grüezi', 'endpoint 1');
  assert.equal(box.open(sealed, 'endpoint 1'), 'grüezi');
  assert.throws(() => box.open(sealed, 'endpoint 2'));
  assert.throws(() => createSecretBox(randomBytes(32)).open(sealed, 'endpoint 1'));
});

test('what an earlier release sealed opens', () => {
  const sealed = Buffer.from('AbSUHvSxDdkRfhFmhSilRqHznx/714NTb/vcwt/1+6VctilQ', 'base64');
  assert.equal(createSecretBox(Buffer.alloc(32, 7)).open(sealed, 'endpoint 1'), 'grüezi');
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
  for (const key of keys) assert.deepEqual(key, readKey(data_dir).toString('hex'));
  assert.equal((await stat(join(data_dir, 'secret.key'))).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(data_dir), ['secret.key']);
});

test('a new key is on the disk before its file has its name', (t) => {
  const written = t.mock.method(fs, 'writeFileSync');
  syncBuiltinESMExports();
  readKey(join(data_dir, 'synced'));
  endMocks(t);
  assert.deepEqual(
    written.mock.calls.map(({ arguments: [, , options] }) => options),
    [{ flag: 'wx', mode: 0o600, flush: true }],
  );
});

test('a missing directory is made for the key file, open to its owner alone', async () => {
  const made = join(data_dir, 'made');
  readKey(made);
  assert.equal((await stat(made)).mode & 0o777, 0o700);
});

async function readElsewhere(dir: string): Promise<string> {
  const program = `
    import { readSecretKeys } from ${JSON.stringify(MODULE)};
    const [key] = readSecretKeys({ data_dir: ${JSON.stringify(dir)} });
    process.stdout.write(key.toString('hex'));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
  return stdout;
}

test('the key of the setting wins over the file', () => {
  const setting = randomBytes(32);
  assert.deepEqual(readSecretKeys({ setting: [setting], data_dir }), [setting]);
});

test('a late box makes no key file before it is used, and seals as any other', async () => {
  const dir = join(data_dir, 'late');
  const late = lateSecretBox({ setting: undefined, data_dir: dir });
  await assert.rejects(stat(dir));
  const sealed = late.seal('text', 'here');
  assert.equal(createSecretBox(readKey(dir)).open(sealed, 'here'), 'text');
  assert.equal(late.open(sealed, 'here'), 'text');
});

test('a spoilt key file stops the start instead of sealing with nothing', async () => {
  for (const spoilt of ['', 'abc', 'ab'.repeat(33), `x${'ab'.repeat(32)}`, 'AB'.repeat(32)]) {
    await writeFile(join(data_dir, 'secret.key'), spoilt);
    assert.throws(() => readKey(data_dir), StartupFault, spoilt);
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
  t.after(() => endMocks(t));
  assert.equal(readKey(dir).toString('hex'), winner);
  assert.deepEqual(fs.readdirSync(dir), ['secret.key'], 'no draft is left');
});

/** Imports see the functions as they were again. */
function endMocks(t: TestContext): void {
  t.mock.restoreAll();
  syncBuiltinESMExports();
}

test('a directory that takes no file stops the start with its own error', (t) => {
  t.mock.method(fs, 'linkSync', () => {
    throw Object.assign(new Error('read only'), { code: 'EROFS' });
  });
  syncBuiltinESMExports();
  t.after(() => endMocks(t));
  assert.throws(() => readKey(join(data_dir, 'read-only')), { code: 'EROFS' });
});
