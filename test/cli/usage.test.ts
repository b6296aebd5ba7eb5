import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { COMMANDS, listCommands } from '../../cli/commands.ts';
import { runCommand } from '../../cli/run.ts';
import { freshDirectory, runCli, runJson } from './support/cli.ts';

const ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const KEY = ['key', 'create', '--account', ID, '--name', 'CI', '--scopes', 'all'];
const USER =
  `user create --account ${ID} --email a@b.example --name A --role admin --password 12345678`.split(' ');
const SEAT = `seat create --account ${ID} --user ${ID} --device-name D --roles trainer`.split(' ');

/** Returns the arguments with one value replaced, or without the flag. */
function but(words: readonly string[], flag: string, value?: string): string[] {
  const at = words.indexOf(flag);
  return [...words.slice(0, at), ...(value === undefined ? [] : [flag, value]), ...words.slice(at + 2)];
}

const NAME_RULE =
  'must be 1 to 200 characters, not blank, without control, direction or invisible characters';
const DASHED = '; write a value that begins with a dash after an equals sign';
const FAULTS: [string, readonly string[], string][] = [
  ['no command', [], 'The first argument must be a command; npm run -s cli -- help lists all commands'],
  ['unknown command', ['key', 'make'], '“key make” is no command; npm run -s cli -- help shows them all'],
  [
    'typing error in a verb',
    ['key', 'creat'],
    '“key creat” is no command; did you mean key create? npm run -s cli -- help shows them all',
  ],
  [
    'typing error in a noun',
    ['kay', 'create'],
    '“kay create” is no command; did you mean key or keys? npm run -s cli -- help shows them all',
  ],
  ['unknown noun', ['toString'], '“toString” is no command; npm run -s cli -- help shows them all'],
  [
    'help for an unknown command',
    ['xyzzy', '--help'],
    '“xyzzy” is no command; npm run -s cli -- help shows them all',
  ],
  ['unknown flag', [...KEY, '--nome', 'secret'], '--nome: no such flag'],
  ['short flag', [...KEY, '-n', 'x'], '-n: no such flag'],
  ['missing flag', but(KEY, '--name'), '--name: required'],
  ['two missing flags', but(but(KEY, '--name'), '--scopes'), '--name: required\n--scopes: required'],
  ['flag without a value', [...but(KEY, '--name'), '--name'], '--name: needs a value'],
  [
    'flag in place of a value',
    ['key', 'revoke', '--id', '--account', ID],
    `--id: needs a value${DASHED}\n--account: required`,
  ],
  ['flag twice', [...KEY, '--name', 'CI'], '--name: given more than once'],
  ['unexpected argument', [...KEY, 'two'], '“two” belongs to no flag; a value with spaces needs quotes'],
  ['no UUID', but(KEY, '--account', '17'), '--account: must be a UUID'],
  ['invalid UUID for a key', ['key', 'revoke', '--account', ID, '--id', 'tak_x'], '--id: must be a UUID'],
  ['blank name', but(KEY, '--name', '  '), `--name: ${NAME_RULE}`],
  ['empty name', but(KEY, '--name', ''), `--name: ${NAME_RULE}`],
  [
    'unknown scopes',
    but(KEY, '--scopes', 'read:tasks,read:moon,all'),
    '--scopes: unknown names: read:moon, all',
  ],
  [
    'invalid expiry',
    [...KEY, '--expires', 'soon'],
    '--expires: must be a time, such as 2026-03-02T09:00:00Z, days, such as 90d, or never',
  ],
  [
    'invalid network',
    [...KEY, '--from', '10.0.0.0/8,office'],
    '--from: “office” is not an IP address or network, such as 203.0.113.7 or 2001:db8::/48',
  ],
  ['empty list of networks', [...KEY, '--from', ','], '--from: must contain at least one value'],
  ['empty list of scopes', but(KEY, '--scopes', ' , '), '--scopes: must contain at least one value'],
  ['invalid email address', but(USER, '--email', 'a@b'), '--email: must be an email address'],
  ['address with a space', but(USER, '--email', 'a b@c.example'), '--email: must be an email address'],
  [
    'address with non-ASCII characters',
    but(USER, '--email', 'İ@c.example'),
    '--email: must be an email address',
  ],
  ['unknown role', but(USER, '--role', 'owner'), '--role: must be one of admin, member'],
  ['short password', but(USER, '--password', '1234567'), '--password: must be 8 to 200 characters'],
  ['no password on standard input', but(USER, '--password', '-'), '--password: must be 8 to 200 characters'],
  ['unknown seat role', but(SEAT, '--roles', 'trainer,boss'), '--roles: unknown names: boss'],
  ['invalid number', ['account', 'list', '--limit', 'all'], '--limit: must be a whole number from 1 to 100'],
  [
    'page size above the limit',
    ['app', 'list', '--limit', '101'],
    '--limit: must be a whole number from 1 to 100',
  ],
  ['list without an account', ['user', 'list'], '--account: required'],
  ['all as a seat role', but(SEAT, '--roles', 'all'), '--roles: unknown names: all'],
];

const directory = await freshDirectory();

suite('usage faults', () => {
  const env = { DATA_DIR: join(directory, 'untouched') };

  for (const [what, words, message] of FAULTS) {
    test(`exit 2: ${what}`, async () => {
      const { code, answer } = await runJson(env, words);
      assert.deepEqual({ code, answer }, { code: 2, answer: { error: 'BAD_REQUEST', message } });
    });
  }

  test('without --json, the error is on standard error', async () => {
    assert.deepEqual(await runCli(env, but(KEY, '--name')), {
      code: 2,
      stdout: '',
      stderr: '--name: required\n',
    });
  });

  test('exit 0 with the list of verbs for a noun alone', async () => {
    const { code, stdout } = await runCli(env, ['key']);
    assert.equal(code, 0);
    assert.match(stdout, /key create [^]*key list [^]*key revoke /);
    assert.doesNotMatch(stdout, /user create/);
  });

  test('a usage error does not touch the data directory', () => {
    assert.equal(existsSync(env.DATA_DIR), false);
  });
});

suite('help', () => {
  const env = { DATA_DIR: '/nonexistent', PORT: 'wrong' };

  for (const words of [['help'], ['--help']]) {
    test(`${words.join(' ')} has one line for every command`, async () => {
      const { code, stdout } = await runCli(env, words);
      assert.equal(code, 0);
      for (const { name, about } of await listCommands()) {
        assert.equal(
          stdout.split('\n').filter((line) => line.startsWith(`  ${name} `) && line.endsWith(about)).length,
          1,
        );
      }
    });
  }

  test('the help of a command describes every flag', async () => {
    for (const { name, flags } of await listCommands()) {
      const { usage } = await runCommand([...name.split(' '), '--help'], env, new AbortController().signal);
      for (const [flag, { value, about }] of Object.entries(flags)) {
        assert.ok(String(usage).includes(`  --${flag} ${value}  `), `${name} --${flag}`);
        assert.ok(`${String(usage)}\n`.includes(`  ${about}\n`), `${name} --${flag}`);
      }
    }
  });

  test('the help of a password flag says how to keep it out of the list of processes', async () => {
    for (const words of [
      ['help', 'staff', 'create'],
      ['staff', 'create', '--help'],
    ]) {
      const { code, stdout } = await runCli(env, words);
      assert.equal(code, 0);
      assert.match(stdout, /--password P +.*- reads it from standard input/);
    }
  });

  test('the help of a noun lists only its commands', async () => {
    const { stdout } = await runCli(env, ['help', 'user']);
    assert.match(stdout, /user deactivate/);
    assert.doesNotMatch(stdout, /key create/);
  });

  test('help with --json is one line', async () => {
    const { code, answer } = await runJson(env, ['help']);
    assert.equal(code, 0);
    assert.deepEqual(Object.keys(answer), ['usage']);
  });
});

test('every command is listed under its first word', async () => {
  for (const group of Object.keys(COMMANDS)) {
    for (const { name } of await listCommands(group)) assert.equal(name.split(' ')[0], group);
  }
});
