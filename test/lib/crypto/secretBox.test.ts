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
import { lazySecretBox, readSecretKeys } from '../../../src/lib/crypto/secretKeys.ts';
import { StartupFault } from '../../../src/lib/process/startupFault.ts';

const run = promisify(execFile);
const MODULE = new URL('../../../src/lib/crypto/secretKeys.ts', import.meta.url).href;
const data_dir = await mkdtemp(join(tmpdir(), 'secret-box-'));
after(() => rm(data_dir, { recursive: true }));
const box = createSecretBox(randomBytes(32));
const readKey = (dir: string) => readSecretKeys({ setting: undefined, data_dir: dir })[0];

test('an encrypted secret is decrypted only in its own context', () => {
  const sealed = box.seal('grüezi', 'endpoint 1');
  assert.equal(box.open(sealed, 'endpoint 1'), 'grüezi');
  assert.throws(() => box.open(sealed, 'endpoint 2'));
  assert.throws(() => createSecretBox(randomBytes(32)).open(sealed, 'endpoint 1'));
});

test('values that an earlier release encrypted are decrypted', () => {
  const sealed = Buffer.from('AbSUHvSxDdkRfhFmhSilRqHznx/714NTb/vcwt/1+6VctilQ', 'base64');
  assert.equal(createSecretBox(Buffer.alloc(32, 7)).open(sealed, 'endpoint 1'), 'grüezi');
});

test('an encrypted secret with any changed byte is rejected', () => {
  const sealed = box.seal('secret', 'here');
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8((changed[at] ?? 0) ^ 1, at);
    assert.throws(() => box.open(changed, 'here'), `byte ${at}`);
  }
});

test('the same text is encrypted differently each time', () => {
  assert.notDeepEqual(box.seal('a', 'b'), box.seal('a', 'b'));
});

test('the key file is created once by concurrent processes, readable only by its owner', async () => {
  const keys = await Promise.all(Array.from({ length: 4 }, () => readElsewhere(data_dir)));
  for (const key of keys) assert.deepEqual(key, readKey(data_dir).toString('hex'));
  assert.equal((await stat(join(data_dir, 'secret.key'))).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(data_dir), ['secret.key']);
});

test('a new key is flushed to disk before its file gets its name', (t) => {
  const written = t.mock.method(fs, 'writeFileSync');
  syncBuiltinESMExports();
  readKey(join(data_dir, 'synced'));
  endMocks(t);
  assert.deepEqual(
    written.mock.calls.map(({ arguments: [, , options] }) => options),
    [{ flag: 'wx', mode: 0o600, flush: true }],
  );
});

test('a missing directory of the key file is created, accessible only to its owner', async () => {
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

test('the key of the setting takes precedence over the key file', () => {
  const setting = randomBytes(32);
  assert.deepEqual(readSecretKeys({ setting: [setting], data_dir }), [setting]);
});

test('a lazy secret box creates its key file only at first use, and then encrypts as usual', async () => {
  const dir = join(data_dir, 'late');
  const late = lazySecretBox({ setting: undefined, data_dir: dir });
  await assert.rejects(stat(dir));
  const sealed = late.seal('text', 'here');
  assert.equal(createSecretBox(readKey(dir)).open(sealed, 'here'), 'text');
  assert.equal(late.open(sealed, 'here'), 'text');
});

test('an invalid key file fails the start', async () => {
  for (const spoilt of ['', 'abc', 'ab'.repeat(33), `x${'ab'.repeat(32)}`, 'AB'.repeat(32)]) {
    await writeFile(join(data_dir, 'secret.key'), spoilt);
    assert.throws(() => readKey(data_dir), StartupFault, spoilt);
  }
});

test('the later of two concurrent starts uses the key file that the other one created', (t) => {
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

/** Restores the mocked functions, also for ES module imports. */
function endMocks(t: TestContext): void {
  t.mock.restoreAll();
  syncBuiltinESMExports();
}

test('a directory that is not writable fails the start with its own error', (t) => {
  t.mock.method(fs, 'linkSync', () => {
    throw Object.assign(new Error('read only'), { code: 'EROFS' });
  });
  syncBuiltinESMExports();
  t.after(() => endMocks(t));
  assert.throws(() => readKey(join(data_dir, 'read-only')), { code: 'EROFS' });
});
