import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { readConfig, SETTINGS, type Config } from '../src/config.ts';
import { exitTimeoutMs, stopTimeoutMs } from '../src/service/stopping.ts';

test('without settings, the documented defaults apply', () => {
  const config = readConfig({});
  assert.equal(config.PORT, 8080);
  assert.equal(config.HOST, '127.0.0.1');
  assert.equal(config.DATA_DIR, resolve('data'));
  assert.equal(config.DATABASE_URL, undefined);
  assert.equal(config.DEMO, true);
  assert.deepEqual(config.ROLES, ['api', 'worker']);
});

test('a blank value counts as unset, and surrounding spaces are ignored', () => {
  const config = readConfig({ PORT: '  ', ROLES: ' worker ', LOG_LEVEL: '' });
  assert.equal(config.PORT, 8080);
  assert.deepEqual(config.ROLES, ['worker']);
  assert.equal(config.LOG_LEVEL, 'info');
});

test('the stop timeout includes the drain time', () => {
  const budgetOf = (env: Record<string, string>) => stopTimeoutMs(readConfig(env));
  assert.deepEqual([budgetOf({}), budgetOf({ ROLES: 'worker' })], [9_500, 19_500]);
  assert.deepEqual([budgetOf({ DRAIN_MS: '0' }), budgetOf({ DRAIN_MS: '2000' })], [9_200, 11_200]);
});

test('the first of several processes ends four seconds after the others at the latest', () => {
  const [one, several] = [readConfig({}), readConfig({ PROCESSES: '2' })];
  assert.deepEqual([exitTimeoutMs(one, false), exitTimeoutMs(several, true)], [9_500, 9_500]);
  assert.equal(exitTimeoutMs(several, false), 13_500);
});

test('the number of processes is the setting, or one per processor', () => {
  const countOf = (PROCESSES: string) => readConfig({ PROCESSES }).PROCESSES;
  assert.deepEqual([readConfig({}).PROCESSES, countOf('4'), countOf('auto')], [1, 4, availableParallelism()]);
});

test('a proxy is trusted by number or by network', () => {
  const values = { off: false, '0': false, on: 1, '2': 2, '10.0.0.0/8, ::1': ['10.0.0.0/8', '::1'] };
  for (const [text, value] of Object.entries(values))
    assert.deepEqual(readConfig({ TRUST_PROXY: text }).TRUST_PROXY, value);
});

const BOUNDS: [name: keyof Config, text: string, value: unknown][] = [
  ['PORT', '0', 0],
  ['PORT', '65535', 65_535],
  ['DRAIN_MS', '0', 0],
  ['DRAIN_MS', '60000', 60_000],
  ['RETENTION_DAYS', '1', 1],
  ['RETENTION_DAYS', '9999', 9_999],
  ['PROCESSES', '99', 99],
  ['MAX_CONNECTIONS_PER_ADDRESS', '1', 1],
  ['MAX_CONNECTIONS_PER_ADDRESS', '99999', 99_999],
  ['RATE_LIMIT', 'off', undefined],
  ['RATE_LIMIT', '600,600', { credential: 600, account: 600 }],
  ['RATE_LIMIT', '9999999,9999999', { credential: 9_999_999, account: 9_999_999 }],
  ['METRICS', 'token:0123456789abcdef', { kind: 'token', token: '0123456789abcdef' }],
  ['METRICS', 'port:0', { kind: 'port', port: 0 }],
  ['METRICS', 'off', { kind: 'off' }],
  ['LOG_LEVEL', 'silent', 'silent'],
  ['ROLES', ' api , worker ', ['api', 'worker']],
  ['WEBHOOK_ALLOW', ' 10.0.0.0/8, hooks.example.com ,', ['10.0.0.0/8', 'hooks.example.com']],
  ['TRUST_PROXY', '9', 9],
  ['DEMO', 'off', false],
  ['PUBLIC_URL', 'https://ops.example.com/', 'https://ops.example.com'],
  ['BACKUP_AT', '00:00', 0],
  ['BACKUP_AT', '23:59', 1_439],
  ['BACKUP_KEEP', '1', 1],
  ['BACKUP_KEEP', '999', 999],
];
for (const [name, text, value] of BOUNDS) {
  test(`${name} accepts ${text}`, () => assert.deepEqual(readConfig({ [name]: text })[name], value));
}

test('a passphrase of backups has 12 to 1,000 characters', () => {
  const read = (BACKUP_PASSPHRASE: string) =>
    readConfig({ BACKUP_TO: '/backups', BACKUP_PASSPHRASE }).BACKUP_PASSPHRASE;
  for (const length of [12, 1_000]) assert.equal(read('p'.repeat(length)), 'p'.repeat(length));
  for (const length of [11, 1_001]) assert.throws(() => read('p'.repeat(length)), /BACKUP_PASSPHRASE: must/);
  assert.throws(() => read(''), /BACKUP_PASSPHRASE: required with BACKUP_TO/);
});

test('settings have their documented defaults', () => {
  const config = readConfig({});
  assert.deepEqual(
    [config.PORT, config.HOST, config.RETENTION_DAYS, config.REQUEST_LOG_DAYS, config.AUDIT_DAYS],
    [8080, '127.0.0.1', 30, 7, 400],
  );
  assert.deepEqual(
    [config.DEMO, config.DRAIN_MS, config.TRUST_PROXY, config.MAX_CONNECTIONS_PER_ADDRESS, config.RATE_LIMIT],
    [true, 300, false, 512, undefined],
  );
  assert.deepEqual(
    [config.METRICS, config.LOG_LEVEL, config.SECRET_KEY],
    [{ kind: 'on' }, 'info', undefined],
  );
});

test('several keys are read in their order, the newest first', () => {
  const [newest, older] = ['Ab'.repeat(32), '12'.repeat(32)];
  assert.deepEqual(readConfig({ SECRET_KEY: `${newest}, ${older}` }).SECRET_KEY, [
    Buffer.from(newest, 'hex'),
    Buffer.from(older, 'hex'),
  ]);
});

const WRONG: Record<string, string> = {
  PORT: '80a',
  PUBLIC_URL: 'https://ops.example.com/path',
  DATABASE_URL: 'mysql://localhost/ops',
  DATABASE_CONNECTIONS: '9',
  ACCOUNT_CONNECTIONS: '0',
  PROCESSES: 'all',
  DEMO: 'yes',
  SECRET_KEY: 'abc',
  CORE_DELETION_URL: 'ftp://core.example.com',
  SMTP_URL: 'mail.example.com',
  S3_URL: 'bucket',
  ROLES: 'api,cook',
  DRAIN_MS: '0.5',
  LOG_LEVEL: 'loud',
  TRUST_PROXY: 'yes',
  MAX_CONNECTIONS_PER_ADDRESS: '0',
  METRICS: 'yes',
  ROW_SECURITY: 'true',
};

test('a bucket URL contains the key, the secret and the name', () => {
  const text = 'https://key:secret@s3.example/files';
  assert.equal(readConfig({ S3_URL: text }).S3_URL, text);
  for (const [key, path] of [
    ['', '/files'],
    ['key@', '/files'],
    [':secret@', '/files'],
    ['key:secret@', ''],
    ['key:secret@', '/'],
    ['key:secret@', '//'],
  ])
    assert.throws(
      () => readConfig({ S3_URL: `https://${key}s3.example${path}` }),
      /S3_URL.*must contain a key, its secret and a bucket/,
      `${key} ${path}`,
    );
});

test('the parameter prepare of DATABASE_URL accepts only false', () => {
  const read = (prepare: string) =>
    readConfig({ DATABASE_URL: `postgres://localhost/ops${prepare}` }).DATABASE_URL;
  for (const prepare of ['', '?prepare=false', '?connect_timeout=5&prepare=false'])
    assert.equal(read(prepare), `postgres://localhost/ops${prepare}`);
  for (const prepare of ['?prepare=true', '?prepare=', '?x=y&prepare=0'])
    assert.throws(() => read(prepare), /DATABASE_URL: prepare must be false or omitted/, prepare);
});

test('all faults are reported in one line without values', () => {
  assert.throws(
    () => readConfig(WRONG),
    (error: Error) => {
      const [first = '', ...faults] = error.message.split('; ');
      assert.equal(error.name, 'StartupFault');
      assert.deepEqual(
        [first.replace('Invalid settings: ', ''), ...faults].map((fault) => fault.split(':')[0]),
        Object.keys(WRONG),
      );
      assert.doesNotMatch(error.message, /mysql|abc/);
      return true;
    },
  );
});

for (const [name, values] of Object.entries({
  PORT: ['-1', '65536', '1e3', '8080.0', '0x10'],
  ROLES: [',', 'api worker', 'API'],
  TRUST_PROXY: ['true', '10', '-1', 'proxy.example.com', '10.0.0.0/33', ','],
  MAX_CONNECTIONS_PER_ADDRESS: ['0', '1e3', '100000'],
  METRICS: ['token:', 'token:short', 'token:sixteen letters!', 'port:x', 'port:70000', 'true', 'porto9090'],
  DRAIN_MS: ['-1', '60001', '1e3', '3s'],
  SECRET_KEY: ['g'.repeat(64), 'a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(64)},${'A'.repeat(64)}`],
  RETENTION_DAYS: ['0', '10000', '1.5', '-1', '007'],
  REQUEST_LOG_DAYS: ['0', '10000'],
  AUDIT_DAYS: ['0', '10000'],
  WEBHOOK_ALLOW: ['10.0.0.0/33', 'http://hooks.example.com', 'a b'],
  RATE_LIMIT: ['600', '600,599', '0,10', '10,0', '600,3000,1', '10000000,10000000', 'on'],
  PROCESSES: ['0', '100', '-1', '1.5'],
  DATABASE_CONNECTIONS: ['9', '1e3'],
  BACKUP_AT: ['24:00', '23:60', '3:00', 'noon'],
  BACKUP_KEEP: ['0', '1000', '1.5'],
  BACKUP_TO: ['s3://key:secret@host/'],
  S3_URL: [
    'https://s3.example/files',
    'https://key@s3.example/files',
    'https://:secret@s3.example/files',
    'https://key:secret@s3.example/',
    'ftp://key:secret@s3.example/files',
  ],
  PUBLIC_URL: ['ops.example.com', 'https://ops.example.com?x=1', 'https://ops.example.com#x'],
})) {
  test(`${name} rejects ${values.join(' and ')}`, () => {
    for (const value of values)
      assert.throws(() => readConfig({ [name]: value }), new RegExp(`${name}: must`));
  });
}

test('every setting has a description', () => {
  for (const { about } of Object.values(SETTINGS)) assert.match(about, /^[A-Z].*\.$/);
});
