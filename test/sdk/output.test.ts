/* The formats, the flags of all commands, and the help topics of the command line. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { runCommand, type Setting } from '../../sdk/src/cli/run.ts';
import { openPaint } from '../../sdk/src/cli/terminal.ts';
import { openWorld } from '../support/world.ts';

const HOSTILE = '=cmd|"/c calc"!A1,\u001b[31m\u202e\n- a: b #\t';

/** A service that answers as the test says. */
let answer: () => { body: unknown };
const asked: URL[] = [];
const service = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://127.0.0.1');
  asked.push(url);
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer().body));
}).listen(0, '127.0.0.1');
await once(service, 'listening');
after(() => void service.close());
const { port } = service.address() as AddressInfo;
const HERE = {
  TENANT_OPS_URL: `http://127.0.0.1:${port}`,
  TENANT_OPS_KEY: 'tak_x',
  XDG_CONFIG_HOME: '/nowhere',
};

const world = await openWorld();
const tenant = await world.account();
const { token = '' } = await tenant.api();

function run(line: string, more: Partial<Setting> = {}, env: Setting['env'] = HERE) {
  asked.length = 0;
  return runCommand(line.split(' '), { call: 'tenant-ops', ...more, env });
}

test('--output selects the format of a list', async () => {
  const rows = [
    { id: 'a', title: 'Pump, "7"', roles: ['x'], note: null },
    { id: 'b', count: 7 },
  ];
  answer = () => ({ body: { tasks: rows, total: 2, limit: 20, offset: 0 } });
  assert.equal(
    (await run('tasks list --output csv')).out,
    'id,title,roles,note,count\na,"Pump, ""7""","[""x""]",,\nb,,,,7',
  );
  assert.equal(
    (await run('tasks list --output=yaml')).out,
    [
      'tasks:',
      '  - id: "a"',
      '    title: "Pump, \\"7\\""',
      '    roles:',
      '      - "x"',
      '    note: null',
      '  - id: "b"',
      '    count: 7',
      'total: 2',
      'limit: 20',
      'offset: 0',
    ].join('\n'),
  );
  const json = await run('tasks list --output json');
  assert.deepEqual(JSON.parse(json.out), JSON.parse((await run('tasks list --json')).out));
  assert.match((await run('tasks list --output table')).out, /^id +title +note\n/);
});

test('--output has precedence over the environment', async () => {
  answer = () => ({ body: { id: 'a', empty: {}, none: [] } });
  const env = { ...HERE, TENANT_OPS_OUTPUT: 'yaml' };
  assert.equal((await run('tasks get x', {}, env)).out, 'id: "a"\nempty: {}\nnone: []');
  assert.equal((await run('tasks get x --output csv', {}, env)).out, 'id,empty,none\na,{},[]');
  const wrong = await run('tasks get x', {}, { ...HERE, TENANT_OPS_OUTPUT: 'yml' });
  assert.deepEqual([wrong.code, wrong.err], [2, '--output cannot be “yml”; did you mean yaml?']);
});

test('hostile text is one value in each format, without control characters', async () => {
  answer = () => ({ body: { tasks: [{ id: HOSTILE, [HOSTILE]: HOSTILE, on: '@x' }], total: 1 } });
  for (const output of ['table', 'csv', 'yaml', 'json']) {
    const { out } = await run(`tasks list --output ${output}`);
    assert.doesNotMatch(out.replaceAll('\n', ''), /[\p{Cc}\u202e]/u, output);
    assert.ok(out.includes('\\u001b[31m\\u202e'), output);
  }
  const csv = await run('tasks list --output csv');
  assert.equal(csv.out.split('\n').length, 2);
  assert.match(csv.out, /\n"'=cmd\|""\/c calc""!A1/);
  assert.match(csv.out, /,'@x$/);
  const yaml = await run('tasks list --output yaml');
  assert.equal(yaml.out.split('\n').length, 5);
  assert.match(yaml.out, /^ {4}"on": "@x"$/m);
  const [, quoted = ''] = /id: (.*)/.exec(yaml.out) ?? [];
  assert.equal(JSON.parse(quoted), HOSTILE);
});

test('headings are bold only on a terminal without NO_COLOR', async () => {
  answer = () => ({ body: { tasks: [{ id: 'a' }], total: 1 } });
  const { out } = await run('tasks list', { paint: openPaint({}, true) });
  assert.equal(out, '\u001b[1mid\u001b[22m\na\n1 of 1');
  for (const paint of [
    openPaint({ NO_COLOR: '1' }, true),
    openPaint({ TERM: 'dumb' }, true),
    openPaint({}, false),
  ])
    assert.equal((await run('tasks list', { paint })).out, 'id\na\n1 of 1');
});

test('--all reads every page once and reports the progress', async () => {
  const api = await tenant.api();
  await Promise.all(
    Array.from({ length: 101 }, (_, at) =>
      api.post('/v1/api-tenant-tasks', { title: `Task ${at}`, external_id: 'every' }),
    ),
  );
  const shown: string[] = [];
  const progress = { show: (text: string) => void shown.push(text), end: () => void shown.push('end') };
  const env = { ...HERE, TENANT_OPS_URL: world.url, TENANT_OPS_KEY: token };
  const { out, code } = await run('tasks list --external-id every --all --json', { progress }, env);
  const { tasks } = JSON.parse(out);
  assert.deepEqual(
    [code, tasks.length, new Set(tasks.map(({ id }: { id: string }) => id)).size],
    [0, 101, 101],
  );
  assert.deepEqual(shown, ['100 of 101 read', '101 of 101 read', 'end']);
});

test('--all ends if the service sends the same page again and again', async () => {
  const page = Array.from({ length: 100 }, (_, at) => ({ id: String(at) }));
  answer = () => ({ body: { tasks: page, total: 1_000, limit: 100, offset: 0 } });
  const { out } = await run('tasks list --all --output csv');
  assert.deepEqual([out.split('\n').length, asked.length], [101, 2]);
});

test('open shows the page of a record, of a list, and of the dashboard', async () => {
  const shown: string[] = [];
  const showPage = (address: string) => void shown.push(address);
  const env = { TENANT_OPS_URL: 'https://ops.example.com/v1/', XDG_CONFIG_HOME: '/nowhere' };
  for (const line of ['open', 'open users', 'open tasks 7', 'open webhooks 7', 'open apps ../x?y'])
    assert.equal((await run(line, { showPage }, env)).code, 0, line);
  assert.deepEqual(
    shown.map((address) => address.replace('https://ops.example.com', '')),
    ['/', '/people', '/tasks?task=7', '/webhooks/7', '/apps/..%2Fx%3Fy'],
  );
  assert.match((await run('open task', { showPage }, env)).err, /did you mean tasks\?/);
});

test('--version, -h and help topics', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  assert.equal((await run('--version')).out, `tenant-ops ${version}`);
  assert.deepEqual(JSON.parse((await run('--version --json')).out), { version });
  const { out: all } = await run('-h');
  assert.equal(all, (await run('help')).out);
  assert.equal((await run('tasks create -h')).out, (await run('help tasks create')).out);
  const [, topics = ''] = /help TOPIC explains: (.*)\./.exec(all) ?? [];
  assert.equal(topics, 'config, profiles, output, exit-codes');
  for (const topic of topics.split(', ')) assert.match((await run(`help ${topic}`)).out, /^\w[^]*\n\n/);
  assert.match((await run('help confg')).err, /did you mean config\?/);
});

const WRONG: [line: string, said: RegExp][] = [
  ['tasks list --output', /--output needs a value/],
  ['tasks list --output text', /--output cannot be “text”: table, json, csv, yaml can/],
  ['tasks list --profile ../x', /--profile must be a name/],
  ['tasks create --title A --all', /tasks create takes no --all/],
  ['tasks list --all --limit 5', /--all takes no --limit/],
  ['whoami --all', /whoami takes no --all/],
  ['listen --output csv', /listen writes lines while it runs/],
];

for (const [line, said] of WRONG)
  test(`rejected before a request is sent: ${line}`, async () => {
    const { out, err, code } = await run(line);
    assert.deepEqual([out, code, asked.length], ['', 2, 0]);
    assert.match(err, said);
  });

test('an error is JSON if the output is JSON, also of a wrong flag', async () => {
  for (const line of ['tasks lst --output json', 'tasks lst --output=json', 'tasks list --json --profile'])
    assert.equal(JSON.parse((await run(line)).out).error, 'USAGE', line);
  assert.equal(
    JSON.parse((await run('tasks lst', {}, { ...HERE, TENANT_OPS_OUTPUT: 'json' })).out).error,
    'USAGE',
  );
});
