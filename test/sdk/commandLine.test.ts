/* The command line for developers, against a service. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { COMMANDS } from '../../cli/commands.ts';
import { createFormWithTemplate } from '../../src/features/forms/forms.ts';
import { runCommand } from '../../sdk/src/cli/run.ts';
import { NOUNS, VERBS } from '../../sdk/src/cli/verbs.ts';
import { openWorld } from '../support/world.ts';

const UNKNOWN = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';

const folder = await mkdtemp(join(tmpdir(), 'command-line-'));
after(() => rm(folder, { recursive: true, force: true }));
const world = await openWorld();
const tenant = await world.account();
const { token = '' } = await tenant.api();
const { token: narrow = '' } = await tenant.api(['read:users']);
const user_id = await tenant.user('Bo Builder');
const HERE = { TENANT_OPS_URL: world.url, TENANT_OPS_KEY: token, XDG_CONFIG_HOME: folder };

function run(line: string | readonly string[], env: Record<string, string> = HERE, key = '') {
  const words = typeof line === 'string' ? line.split(' ') : line;
  return runCommand(words, { env, call: 'tenant-ops', readKey: async () => key });
}

async function json(line: string | readonly string[]): Promise<Record<string, any>> {
  const { out, err, code } = await run([...(typeof line === 'string' ? line.split(' ') : line), '--json']);
  assert.deepEqual([err, code, out.includes('\n')], ['', 0, false], out);
  return JSON.parse(out);
}

test('every operation that a key may call is a noun with a verb', () => {
  const shown = VERBS.map(({ noun, verb }) => `${noun} ${verb}`);
  assert.equal(new Set(shown).size, shown.length);
  const some = 'tasks list,sessions delete,users invite,skills execute,forms import,keys create,usage get';
  for (const expected of [...some.split(','), 'deliveries retry', 'deliveries retry-all'])
    assert.ok(shown.includes(expected), expected);
  assert.ok(!shown.some((one) => one.startsWith('token')));
  assert.deepEqual(
    NOUNS.filter((noun) => Object.hasOwn(COMMANDS, noun)),
    ['knowledge'],
  );
});

test('a record is created, changed and listed', async () => {
  const title = ['tasks', 'create', '--title', 'Pump 7', '--priority=high'];
  const made = await json([...title, '--assigned-to', user_id]);
  assert.deepEqual(
    [made['title'], made['priority'], made['assigned_to'].user_id],
    ['Pump 7', 'high', user_id],
  );
  const changed = await json(['tasks', 'update', made['id'], '--assigned-to', '', '--status', 'in_progress']);
  assert.deepEqual([changed['assigned_to'], changed['status']], [null, 'in_progress']);
  const { tasks, total } = await json('tasks list --status in_progress --limit 5');
  assert.deepEqual([tasks, total], [[changed], 1]);
});

test('lists, booleans and JSON arguments are parsed by their kind', async () => {
  const picture = 'https://example.com/a.png';
  const fields = join(folder, 'fields.json');
  await writeFile(fields, '[{ "key": "pressure" }]');
  const form = ['--name', 'Check', '--aliases', 'A,B', '--aliases', 'C', '--template-image-url', picture];
  const made = await json(['forms', 'create', ...form, '--fields', `@${fields}`]);
  assert.deepEqual([made['aliases'], made['fields']], [['A', 'B', 'C'], [{ key: 'pressure' }]]);
  const hidden = await json(['forms', 'update', made['id'], '--is-active=false', '--fields', '[]']);
  assert.deepEqual([hidden['is_active'], hidden['fields']], [false, []]);
  assert.deepEqual(await json(['forms', 'get', made['id']]), hidden);
  assert.deepEqual((await json('forms list --library'))['forms'], []);
  assert.deepEqual(await json(['forms', 'delete', made['id']]), { deleted: true, id: made['id'] });
  const { code, out } = await run(['forms', 'import', UNKNOWN, '--json']);
  assert.deepEqual([code, JSON.parse(out).error], [1, 'NOT_FOUND']);
});

test('without --json, output is a table without control characters', async () => {
  await json(['tasks', 'create', '--title', 'Red', '--external-id', 'shown']);
  await json([
    'users',
    'invite',
    '--email',
    'nele@example.com',
    '--full-name',
    'Nele Neu',
    '--roles',
    'admin',
  ]);
  const { out } = await run('tasks list --external-id shown');
  const [head, row, end] = out.split('\n');
  assert.match(head ?? '', /^id +title +description +status +priority$/);
  assert.match(row ?? '', /^[0-9a-f-]{36} +Red +– +open +medium$/);
  assert.equal(end, '1 of 1');
  const one = await run(['tasks', 'create', '--title', 'A', '--description', 'a\nb\u001b[31m']);
  assert.match(one.out, /^description: a\\nb\\u001b\[31m$/m);
});

test('the output shows one record, a deactivated user, and a file with escaped control characters', async () => {
  const made = await json(['tasks', 'create', '--title', 'One']);
  assert.deepEqual(await json(['tasks', 'get', made['id']]), made);
  const user = await json(['users', 'get', user_id]);
  assert.deepEqual((await json(['users', 'list', '--email', user['email']]))['users'], [user]);
  assert.equal((await json(['users', 'deactivate', user_id]))['status'], 'inactive');
  assert.equal((await json(['users', 'reactivate', user_id]))['status'], 'active');
  const form = { name: 'Sheet', template_image_url: 'https://example.com/a.png', fields: [{ key: 'note' }] };
  const { id } = await createFormWithTemplate(tenant.ctx(), form);
  const device = await tenant.device();
  await device.post('/device/v1/forms/submit', { form_id: id, answers: { note: 'a\u001b[31m' } });
  const { out } = await run(['submissions', 'export', id]);
  assert.match(out, /^Submitted,.*,note\n.*,a\\u001b\[31m$/);
  const as_json = await run(['submissions', 'export', id, '--json']);
  const [head, line] = out.split('\n');
  assert.equal(JSON.parse(as_json.out), `${head}\r\n${line?.replace('\\u001b', '\u001b')}\r\n`);
});

const WRONG: [line: string, said: RegExp][] = [
  ['taks list', /“taks” is no command; did you mean tasks\?/],
  ['tasks crate', /tasks cannot crate; did you mean create\?/],
  ['tasks destroy', /tasks cannot destroy; tasks can list, get, create, update/],
  ['tasks list --statu open', /takes no --statu; did you mean --status\?/],
  ['tasks create', /--title is required/],
  ['tasks update', /TASK-ID is required/],
  ['tasks list open', /“open” is one word too many/],
  ['tasks list --status', /--status needs a value/],
  ['tasks list --status open --status open', /given more than once/],
  ['tasks list --limit many', /--limit must be a number/],
  ['forms create --name A --fields {', /--fields must be JSON/],
  ['forms create --name A --fields @/nowhere', /--fields: .*ENOENT/],
  ['trigger task.create', /did you mean task\.created\?/],
  ['listen --froward http://localhost:3000', /listen takes no --froward; did you mean --forward\?/],
  ['listen --forward', /--forward needs a value/],
  ['listen --forward localhost:3000', /--forward must be an http address/],
  ['logs', /logs can tail/],
  ['logs tial', /did you mean tail\?/],
  ['logs tail --status 9xx', /--status must be/],
  ['trigger session.started', /cannot be triggered: task\.created, /],
];

for (const [line, said] of WRONG)
  test(`rejected before a request is sent: ${line}`, async () => {
    const away = { TENANT_OPS_URL: 'http://127.0.0.1:1', TENANT_OPS_KEY: 'tak_' };
    const { out, err, code } = await run(line, away);
    assert.deepEqual([out, code], ['', 2]);
    assert.match(err, said);
    const as_json = await run(`${line} --json`, away);
    assert.deepEqual([JSON.parse(as_json.out).error, as_json.err, as_json.code], ['USAGE', '', 2]);
  });

test('a failure of the service keeps its code', async () => {
  const refused = await run('tasks list --json', { ...HERE, TENANT_OPS_KEY: narrow });
  assert.deepEqual([refused.code, JSON.parse(refused.out).error], [1, 'INSUFFICIENT_PERMISSIONS']);
  const invalid = await run(['tasks', 'create', '--title', 'A', '--priority', 'highest']);
  assert.equal(invalid.code, 1);
  assert.match(invalid.err, /^priority: /);
});

test('a noun alone lists its verbs, and each has help', async () => {
  for (const noun of NOUNS) {
    const { out, code } = await run(noun);
    assert.equal(code, 0);
    const verbs = VERBS.filter((one) => one.noun === noun);
    for (const { verb, about } of verbs) {
      assert.ok(out.includes(`  ${verb} `) && out.includes(about), `${noun} ${verb}`);
      const help = await run(`${noun} ${verb} --help`);
      assert.ok(help.out.startsWith(`Usage: tenant-ops ${noun} ${verb}`), help.out);
    }
  }
  const all = await run('help');
  for (const word of [...NOUNS, 'login', 'logout', 'whoami', 'listen', 'logs', 'trigger'])
    assert.match(all.out, new RegExp(`^  ${word} `, 'm'));
});

test('whoami prints the account and the scopes of a key', async () => {
  const { name, account, scopes } = await json('whoami');
  assert.deepEqual([name, account.id, scopes.length > 10], ['Test', tenant.account_id, true]);
  const { out, code } = await run('whoami', { ...HERE, TENANT_OPS_KEY: narrow });
  assert.equal(code, 0);
  assert.match(out, /^kind: key\nid: [^]*^scopes: \["read:users"\]$/m);
});

test('an event that is triggered is an event of the service', async () => {
  const statuses = [];
  for (const event of ['task.created', 'task.status_changed', 'task.completed'])
    statuses.push((await json(['trigger', event]))['status']);
  assert.deepEqual(statuses, ['open', 'in_progress', 'completed']);
});

test('a stored key is readable only by its owner, bound to its service, and deleted by logout', async () => {
  const env = { XDG_CONFIG_HOME: join(folder, 'home') };
  const file = join(folder, 'home/tenant-ops/login.json');
  const login = ['login', '--url', world.url];
  assert.equal((await run('users list', { ...env, TENANT_OPS_URL: world.url })).code, 2);
  const wrong = await run(login, env, 'tak_wrong');
  assert.deepEqual([wrong.code, await stat(file).catch(() => 'none')], [1, 'none']);

  assert.equal((await run(login, env, ` ${narrow}\n`)).out, `url: ${world.url}`);
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), { url: world.url, key: narrow });
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.equal((await run('users list', env)).code, 0);
  const elsewhere = await run('users list', { ...env, TENANT_OPS_URL: 'http://127.0.0.1:1' });
  assert.deepEqual([elsewhere.code, /No API key for/.test(elsewhere.err)], [2, true]);

  assert.equal((await run('logout', env)).code, 0);
  assert.equal((await run('users list', { ...env, TENANT_OPS_URL: world.url })).code, 2);
});
