import assert from 'node:assert/strict';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { findConnection, writeConnectionFile } from '../../../../src/lib/sql/embedded/connectionFile.ts';
import {
  explainFileError,
  identifyDirectory,
  isDiskFull,
  isPresent,
} from '../../../../src/lib/sql/embedded/dataDirectory.ts';
import { makeRunDirectory } from '../../../../src/lib/sql/embedded/runDirectory.ts';
import { relayServerLog } from '../../../../src/lib/sql/embedded/serverLog.ts';
import { StartupFault } from '../../../../src/lib/process/startupFault.ts';
import { makeDirectory } from './support/directories.ts';

const CONNECTION = { host: '/run/x', port: 5432, username: 'postgres', password: 'p', database: 'postgres' };
const modeOf = async (file: string) => (await stat(file)).mode & 0o777;

test('a connection file is read as it was written, and only by its owner', async (t) => {
  const data_dir = await makeDirectory(t);
  assert.equal(await findConnection(data_dir), undefined);
  await writeConnectionFile(data_dir, CONNECTION);
  assert.deepEqual(await findConnection(data_dir), CONNECTION);
  assert.equal(await modeOf(path.join(data_dir, 'postgres.json')), 0o600);
});

const NO_CONNECTIONS: [string, unknown][] = [
  ['null', null],
  ['a text', 'postgres'],
  ['a list', []],
  ...Object.keys(CONNECTION).map((member): [string, unknown] => [
    `a wrong ${member}`,
    { ...CONNECTION, [member]: member === 'port' ? '5432' : 1 },
  ]),
];
for (const [what, written] of NO_CONNECTIONS) {
  test(`a connection file with ${what} is ignored`, async (t) => {
    const data_dir = await makeDirectory(t);
    await writeFile(path.join(data_dir, 'postgres.json'), JSON.stringify(written));
    assert.equal(await findConnection(data_dir), undefined);
  });
}

const SAID: [string, string, string][] = [
  ['a line before any severity', 'hello', 'info: hello'],
  ['LOG', 'LOG:  listening', 'info: listening'],
  ['WARNING', 'WARNING:  slow', 'warn: slow'],
  ['the line below it', '\tand why', 'warn: and why'],
  ['FATAL', 'FATAL:  gone', 'error: gone'],
  ['an unknown severity below it', 'DETAIL:  more', 'error: more'],
  ['NOTICE', 'NOTICE:  by the way', 'info: by the way'],
  ['PANIC', 'PANIC:  broken', 'error: broken'],
  ['INFO', 'INFO:  fine', 'info: fine'],
  ['ERROR', 'ERROR:  refused', 'warn: refused'],
];

test('lines of the server are logged at the level of their severity, and the last twenty are kept', async () => {
  const told: string[] = [];
  const write = (level: string) => (_fields: object, message: string) =>
    void told.push(`${level}: ${message}`);
  const stream = new PassThrough();
  const relay = relayServerLog(stream, {
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  });
  const numbered = Array.from({ length: 20 }, (_, at) => `LOG:  ${at}`);
  stream.end([...SAID.map(([, line]) => line), ...numbered, ''].join('\n'));
  await relay.ended;
  assert.deepEqual(
    told.slice(0, SAID.length),
    SAID.map(([, , wanted]) => wanted),
  );
  assert.deepEqual(relay.last(), numbered);
});

const REASONS: [string, RegExp][] = [
  ['EACCES', /is not writable for the user of this process/],
  ['EPERM', /is not writable for the user of this process/],
  ['ENOTDIR', /is not a directory/],
  ['EEXIST', /is not a directory/],
  ['ENOSPC', /no space left/],
  ['EDQUOT', /no space left/],
  ['EROFS', /read-only file system/],
  ['ENAMETOOLONG', /too long a path/],
];
for (const [code, reason] of REASONS) {
  test(`${code} becomes a sentence that names the place`, () => {
    const told = explainFileError(
      Object.assign(new Error(code), { code, path: '/data/x' }),
      'DATA_DIR /data',
    );
    assert.ok(told instanceof StartupFault);
    assert.match(told.message, reason);
    assert.match(told.message, /^DATA_DIR \/data .* \(\/data\/x\)\.$/);
  });
}

test('an unknown error is rethrown unchanged, and a message names a place only if the error has one', () => {
  const strange = Object.assign(new Error('strange'), { code: 'EIO' });
  assert.equal(explainFileError(strange, 'DATA_DIR'), strange);
  assert.equal(explainFileError('a text', 'DATA_DIR'), 'a text');
  const told = explainFileError(Object.assign(new Error('full'), { code: 'ENOSPC' }), 'DATA_DIR');
  assert.match(String(told), /start again\.$/);
});

for (const [complaint, is_full] of [
  ['could not write: No space left on device', true],
  ['Disk quota exceeded', true],
  ['wrote only 4096 of 8192 bytes', true],
  ['wrote all of 8192 bytes', false],
] as const)
  test(`"${complaint}" ${is_full ? 'reports' : 'does not report'} a full disk`, () =>
    assert.equal(isDiskFull(complaint), is_full));

test('all users can pass the folder of a run, one user can use its socket, and both are removed at the end', async (t) => {
  const data_dir = await makeDirectory(t);
  const run = await makeRunDirectory(data_dir);
  assert.deepEqual([await modeOf(run.root), await modeOf(run.socket_dir)], [0o711, 0o700]);
  await run.remove();
  assert.deepEqual(
    [await isPresent(run.root), await isPresent(path.join(data_dir, 'postgres.run'))],
    [false, false],
  );
});

test('files of a killed run are removed; files of other runs are kept', async (t) => {
  const data_dir = await makeDirectory(t);
  const others = await makeDirectory(t);
  const killed = await makeRunDirectory(data_dir);
  const file = path.join(others, `${await identifyDirectory(data_dir)}-file`);
  await writeFile(file, '');
  const foreign = path.join(others, 'tenant-ops-of-another-run');
  await mkdir(foreign);
  const restart = async (note?: string) => {
    if (note) await writeFile(path.join(data_dir, 'postgres.run'), note);
    return makeRunDirectory(data_dir);
  };
  const second = await restart();
  assert.equal(await isPresent(killed.root), false);
  const third = await restart(foreign);
  const fourth = await restart(file);
  assert.deepEqual([await isPresent(foreign), await isPresent(file)], [true, true]);
  for (const run of [second, third, fourth]) await run.remove();
});

const SOCKET_PATH_LIMIT = 107;
const SOCKET_IN_RUN = '-XXXXXX/socket/.s.PGSQL.5432.lock';
for (const [what, beyond] of [
  ['fits', 0],
  ['is one character too long', 1],
] as const) {
  test(`a temporary directory whose socket path ${what} is ${beyond ? 'skipped' : 'used'}`, async (t) => {
    const data_dir = await makeDirectory(t);
    const short = await makeDirectory(t, '/tmp');
    const rest = `//${await identifyDirectory(data_dir)}${SOCKET_IN_RUN}`;
    const parent = path.join(short, 'x'.repeat(SOCKET_PATH_LIMIT - short.length - rest.length + beyond));
    await mkdir(parent);
    const { TMPDIR } = process.env;
    process.env['TMPDIR'] = parent;
    const run = await makeRunDirectory(data_dir);
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
    assert.equal(path.dirname(run.root) === parent, beyond === 0);
    await run.remove();
  });
}
